package org.curtail.plan;

import java.util.ArrayList;
import java.util.Arrays;
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

  /**
   * Linear functions of the phases' lengths, at least one of which is at most the tail at every
   * schedule. If requests that together weigh more than the weight above the tail all take at least
   * some time, the tail is at least that. A request that ends in phase k takes {@code a_k + sum
   * over the phases i before of v_i (1 - a_k / a_i)}; as it has not ended before, {@code sum of v_i
   * / a_i} is at most 1, and so it takes at least as much with {@code a_k} replaced by the least of
   * the times up to phase k. Then no slope is negative.
   */
  static final class TailPiece {
    /** Most pieces; beyond, one function below all of them is used. */
    private static final int MOST_PIECES_PER_PHASE = 200;

    private TailPiece() {}

    /**
     * Returns the pieces that are tight at one schedule.
     *
     * @param lengths lengths of the schedule's phases
     */
    static List<LinearFunction> at(double[] lengths, Requests requests) {
      int[] longest = longest(lengths, requests);
      var pieces = new ArrayList<LinearFunction>();
      for (int phase = 0; phase < requests.phases(); phase++) {
        var front = new ArrayList<LinearFunction>();
        for (int request : longest) {
          addToFront(piece(request, phase, requests), front);
        }
        pieces.addAll(front);
      }
      return pieces;
    }

    /** Returns the requests that are not shorter than the tail. */
    private static int[] longest(double[] lengths, Requests requests) {
      var run = new Run(requests);
      double[] times = new double[requests.count()];
      double[] weights = new double[requests.count()];
      for (int r = 0; r < times.length; r++) {
        run.of(r, lengths);
        times[r] = run.timeSteps();
        weights[r] = requests.weight(r);
      }
      double tail =
          new TailSelection().select(times, weights, times.length, requests.weightAboveTail());
      int[] longest = new int[times.length];
      int count = 0;
      for (int r = 0; r < times.length; r++) {
        if (times[r] >= tail) {
          longest[count++] = r;
        }
      }
      return Arrays.copyOf(longest, count);
    }

    private static LinearFunction piece(int request, int last, Requests requests) {
      double[] slopes = new double[requests.phases() - 1];
      double fastest = Double.POSITIVE_INFINITY;
      for (int phase = 0; phase <= last; phase++) {
        fastest = Math.min(fastest, requests.timeSteps(request, phase));
      }
      for (int phase = 0; phase < last; phase++) {
        slopes[phase] = 1 - fastest / requests.timeSteps(request, phase);
      }
      return new LinearFunction(fastest, slopes);
    }

    private static void addToFront(LinearFunction piece, List<LinearFunction> front) {
      for (LinearFunction other : front) {
        if (other.isBelow(piece)) {
          return;
        }
      }
      front.removeIf(other -> piece.isBelow(other));
      front.add(piece);
      if (front.size() > MOST_PIECES_PER_PHASE) {
        LinearFunction below = front.getFirst();
        for (LinearFunction other : front) {
          below = LinearFunction.least(below, other);
        }
        front.clear();
        front.add(below);
      }
    }
  }

  /**
   * Linear functions of the phases' lengths: one that no schedule falls below in threads, and one
   * that none exceeds in mean time. Each request is relaxed to one that may use its time in each
   * phase in the order that suits the bound best: cheapest phase first for threads, slowest phase
   * first for time. The least threads are then convex in the lengths and the greatest time is
   * concave, so tangents hold everywhere. Where speedups grow with the degree and efficiency falls,
   * both orders are the order of the phases and nothing is lost. Not thread-safe.
   */
  static final class Tangents {
    private final Requests requests;
    private final int phases;

    /** The order of the phases for the request at hand. */
    private final int[] order;

    private final double[] keys;
    private final Run run;
    private final PhaseSums sums;

    Tangents(Requests requests) {
      this.requests = requests;
      phases = requests.phases();
      run = new Run(requests);
      sums = new PhaseSums(requests);
      order = new int[phases];
      keys = new double[phases];
    }

    /**
     * Both tangents at one schedule.
     *
     * @param threads at most the mean of threads times steps of any schedule
     * @param time at least the mean execution time of any schedule in steps
     */
    record Pair(LinearFunction threads, LinearFunction time) {}

    /** The tangents at a schedule given by its phases' lengths. */
    Pair at(double[] lengths) {
      sums.clear();
      for (int r = 0; r < requests.count(); r++) {
        if (requests.isRegular(r)) {
          run.of(r, lengths);
          sums.add(r, run.phase());
        } else {
          add(r, lengths);
        }
      }
      return new Pair(sums.threads.function(), sums.time.function());
    }

    /** A request that passes through the phases in the orders that suit the bounds. */
    private void add(int request, double[] lengths) {
      add(request, lengths, true, sums.threads);
      add(request, lengths, false, sums.time);
    }

    private void add(int request, double[] lengths, boolean ofThreads, PhaseSums.Sum sum) {
      double share = requests.share(request);
      int used = fill(request, lengths, ofThreads);
      int last = order[used];
      double cost = (ofThreads ? requests.degree(last) : 1) * requests.timeSteps(request, last);
      sum.constant += share * cost;
      for (int i = 0; i < used; i++) {
        int phase = order[i];
        int degree = ofThreads ? requests.degree(phase) : 1;
        sum.slopes[phase] += share * (degree - cost * requests.rate(request, phase));
      }
    }

    /**
     * Orders the phases and returns the number of them that the request uses up before its last
     * one.
     */
    private int fill(int request, double[] lengths, boolean threads) {
      order(request, threads);
      double remaining = 1;
      int used = 0;
      // The last phase has no end.
      while (order[used] != phases - 1) {
        double done = lengths[order[used]] * requests.rate(request, order[used]);
        if (remaining <= done) {
          break;
        }
        remaining -= done;
        used++;
      }
      return used;
    }

    /** Sorts by insertion: there are few phases and most are in order. */
    private void order(int request, boolean threads) {
      for (int phase = 0; phase < phases; phase++) {
        double steps = requests.timeSteps(request, phase);
        double key = threads ? requests.degree(phase) * steps : -steps;
        int i = phase;
        while (i > 0 && keys[i - 1] > key) {
          keys[i] = keys[i - 1];
          order[i] = order[i - 1];
          i--;
        }
        keys[i] = key;
        order[i] = phase;
      }
    }
  }
}
