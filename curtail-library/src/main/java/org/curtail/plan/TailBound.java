package org.curtail.plan;

import java.util.ArrayList;
import java.util.List;

/**
 * A lower bound on the tail that any schedule can have at a load, whatever its grid. Independent of
 * the search: it uses neither its boxes nor its result, but for hints where to look.
 *
 * <p>With W the mean threads times time, T the mean time, tau the tail of the execution times and
 * v0 the admission delay, the tail is v0 + tau with v0 at least {@code max(0, q W / P - T)}. {@link
 * Tangents} are below {@code q W / P - T} and {@link TailPiece}s below tau; what remains is a
 * linear program for each piece, whose dual weights prove a bound: the tangents times their
 * weights, added up, are a linear function whose least value over the box is at a corner. That
 * value is computed anew from the weights, and what rounding may have added is taken off. The
 * weight of the tangents times q / P is the multiplier of Few-to-Many's constraint on threads. Not
 * thread-safe: keeps the tangents from load to load.
 */
final class TailBound {
  /** Far more than the rounding in a sum over a million requests. */
  private static final double ROUNDING = 1e-9;

  /** Relative to the bound: 0.001 % is less than anybody looks at. */
  private static final double CLOSE_ENOUGH = 1e-5;

  private static final int MOST_TANGENTS_PER_LOAD = 60;

  private final Requests requests;
  private final Tangents tangents;
  private final List<Tangents.Pair> known = new ArrayList<>();
  private final double limit;

  /**
   * Bounds for these requests.
   *
   * @param limit steps after which every request has ended
   */
  TailBound(Requests requests, double limit) {
    this.requests = requests;
    this.limit = limit;
    tangents = new Tangents(requests);
  }

  /**
   * A bound in steps.
   *
   * @param loadPerTarget load over target parallelism
   * @param hint lengths of a schedule that may be close to the best
   */
  double steps(double loadPerTarget, double[] hint) {
    known.add(tangents.at(hint));
    var supports = new ArrayList<LinearFunction>();
    supports.add(new LinearFunction(0, new double[hint.length]));
    List<LinearFunction> pieces = TailPiece.at(hint, requests);
    double[] bounds = new double[pieces.size()];
    boolean[] settled = new boolean[bounds.length];
    int budget = MOST_TANGENTS_PER_LOAD;
    while (true) {
      int lowest = 0;
      for (int i = 0; i < bounds.length; i++) {
        for (LinearFunction support : supports) {
          bounds[i] = Math.max(bounds[i], least(pieces.get(i), support));
        }
        lowest = bounds[i] < bounds[lowest] ? i : lowest;
      }
      if (settled[lowest]) {
        return bounds[lowest];
      }
      supports.clear();
      int before = known.size();
      supports.add(support(pieces.get(lowest), loadPerTarget, budget));
      budget -= known.size() - before;
      settled[lowest] = true;
    }
  }

  /**
   * The weighted tangents that prove most for one piece; cutting planes, as Kelley's method has.
   */
  private LinearFunction support(LinearFunction piece, double loadPerTarget, int budget) {
    var program = new DualProgram(piece, requests.phases() - 1, limit);
    known.forEach(pair -> program.add(pair.threads().timesMinus(loadPerTarget, pair.time())));
    program.solve();
    for (int i = 0; i < budget; i++) {
      double[] lengths = program.minimiser();
      Tangents.Pair pair = tangents.at(lengths);
      LinearFunction function = pair.threads().timesMinus(loadPerTarget, pair.time());
      double reached = piece.at(lengths) + Math.max(0, function.at(lengths));
      if (reached - least(piece, program.support()) <= CLOSE_ENOUGH * reached) {
        break;
      }
      known.add(pair);
      program.add(function);
      program.solve();
    }
    return program.support();
  }

  /** The least of both functions' sum over all lengths from 0 to the limit, or a little less. */
  private double least(LinearFunction piece, LinearFunction support) {
    double least = piece.constant() + support.constant();
    double magnitude = Math.abs(piece.constant()) + Math.abs(support.constant());
    for (int i = 0; i < requests.phases() - 1; i++) {
      least += limit * Math.min(0, piece.slope(i) + support.slope(i));
      magnitude += limit * ROUNDING * (Math.abs(piece.slope(i)) + Math.abs(support.slope(i)));
    }
    return least - ROUNDING * magnitude;
  }
}
