package org.curtail.plan;

import java.util.ArrayList;
import java.util.List;

/**
 * A lower bound on the tail of any schedule at a load, on any grid. Independent of the search: it
 * uses neither its boxes nor its result, except as hints where to look.
 *
 * <p>With W the mean threads times time, T the mean time, tau the tail of the execution times and
 * v0 the admission delay, the tail is v0 + tau with v0 at least {@code max(0, q W / P - T)}. {@link
 * Tangents} are below {@code q W / P - T} and {@link TailPiece}s below tau. There remains a linear
 * program for each piece, whose dual weights prove a bound: the weighted sum of the tangents is a
 * linear function whose least value over the box is at a corner. That value is recomputed from the
 * weights, minus the rounding error. The weight of the tangents times q / P is the multiplier of
 * Few-to-Many's constraint on threads. Not thread-safe: keeps the tangents from load to load.
 */
final class TailBound {
  /** Precision relative to the bound: about the printed one. */
  private static final double CLOSE_ENOUGH = 5e-5;

  /** Tangents per length: as many as cutting planes usually take to settle. */
  private static final int TANGENTS_PER_LENGTH = 30;

  /** Least number of tangents kept; those at schedules for other loads lose their use. */
  private static final int LEAST_KNOWN = 60;

  /** Share of the effort for all loads together. */
  private static final double SHARE_OF_EFFORT = 0.1;

  private final Requests requests;
  private final Tangents tangents;
  private final List<Tangents.Pair> known = new ArrayList<>();
  private final double limit;
  private final Effort effort;
  private final int mostTangents;

  /** Relative rounding error, far above that of a sum over all requests. */
  private final double rounding;

  /** A proved bound for a load, and the minimiser of the relaxed problem. */
  static final class Bound {
    private final double steps;
    private final double[] lengths;

    private Bound(double steps, double[] lengths) {
      this.steps = steps;
      this.lengths = lengths;
    }

    /** Returns the bound in steps: no schedule has a lesser tail. */
    double steps() {
      return steps;
    }

    /** Returns a schedule that is close to the best if the bound is. */
    double[] lengths() {
      return lengths;
    }
  }

  /**
   * Creates bounds for these requests.
   *
   * @param limit steps after which every request has ended
   * @param loads number of loads to ask for
   */
  TailBound(Requests requests, double limit, int loads, Effort effort) {
    this.requests = requests;
    this.limit = limit;
    this.effort = effort;
    tangents = new Tangents(requests);
    rounding = Math.max(1e-12, 0x1p-50 * requests.count());
    double affordable =
        SHARE_OF_EFFORT * effort.limit() / ((double) loads * looksPerTangent(requests));
    mostTangents = (int) Math.min(affordable, TANGENTS_PER_LENGTH * (requests.phases() - 1.0));
  }

  private static long looksPerTangent(Requests requests) {
    return (long) requests.count() * requests.phases();
  }

  /**
   * Returns a bound for a load.
   *
   * @param loadPerTarget load over target parallelism
   * @param hint lengths of a schedule that may be close to the best
   */
  Bound of(double loadPerTarget, double[] hint) {
    while (known.size() > Math.max(LEAST_KNOWN, 2 * mostTangents)) {
      known.removeFirst();
    }
    int budget = mostTangents;
    if (budget > 0) {
      known.add(tangentsAt(hint));
      budget--;
    }
    effort.spend((long) requests.count() * requests.phases());
    List<LinearFunction> pieces = TailPiece.at(hint, requests);
    var supports = new ArrayList<LinearFunction>();
    supports.add(new LinearFunction(0, new double[hint.length]));
    double[] bounds = new double[pieces.size()];
    double[][] minimisers = new double[bounds.length][];
    while (true) {
      int lowest = 0;
      for (int i = 0; i < bounds.length; i++) {
        for (LinearFunction support : supports) {
          bounds[i] = Math.max(bounds[i], least(pieces.get(i), support));
        }
        lowest = bounds[i] < bounds[lowest] ? i : lowest;
      }
      double[] minimiser = minimisers[lowest];
      if (minimiser != null) {
        return new Bound(bounds[lowest], minimiser);
      }
      int before = known.size();
      DualProgram program = solve(pieces.get(lowest), loadPerTarget, hint, budget);
      budget -= known.size() - before;
      minimisers[lowest] = program.minimiser();
      supports.clear();
      supports.add(program.support());
    }
  }

  private Tangents.Pair tangentsAt(double[] lengths) {
    effort.spend(looksPerTangent(requests));
    return tangents.at(lengths);
  }

  /**
   * Finds the weights that prove most for one piece, by cutting planes. Kelley's method would put
   * the next tangent at the minimiser of the present ones, and swing from corner to corner; half
   * way to the best lengths so far it settles much sooner.
   */
  private DualProgram solve(LinearFunction piece, double loadPerTarget, double[] hint, int budget) {
    var program = new DualProgram(piece, requests.phases() - 1, limit);
    known.forEach(pair -> program.add(pair.threads().timesMinus(loadPerTarget, pair.time())));
    program.solve();
    double[] best = hint;
    double least = Double.POSITIVE_INFINITY;
    for (int i = 0; i < budget; i++) {
      double[] lengths = program.minimiser();
      for (int j = 0; j < lengths.length; j++) {
        lengths[j] = (lengths[j] + best[j]) / 2;
      }
      Tangents.Pair pair = tangentsAt(lengths);
      LinearFunction function = pair.threads().timesMinus(loadPerTarget, pair.time());
      double reached = piece.at(lengths) + Math.max(0, function.at(lengths));
      if (reached < least) {
        least = reached;
        best = lengths;
      }
      known.add(pair);
      program.add(function);
      program.solve();
      if (least - least(piece, program.support()) <= CLOSE_ENOUGH * least) {
        break;
      }
    }
    return program;
  }

  /**
   * Returns the least of both functions' sum over all lengths from 0 to the limit, or a little
   * less.
   */
  private double least(LinearFunction piece, LinearFunction support) {
    double least = piece.constant() + support.constant();
    double terms = Math.abs(piece.constant()) + Math.abs(support.constant());
    for (int i = 0; i < requests.phases() - 1; i++) {
      least += limit * Math.min(0, piece.slope(i) + support.slope(i));
      terms += limit * (Math.abs(piece.slope(i)) + Math.abs(support.slope(i)));
    }
    return least - rounding * terms;
  }
}
