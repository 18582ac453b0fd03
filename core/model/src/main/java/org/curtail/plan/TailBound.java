package org.curtail.plan;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Lower bound on the tail of any schedule at a load, on any grid. This bound is independent of the
 * search: it uses the search's result only as a hint, and never its boxes.
 *
 * <p>Let W be the mean threads times time, T the mean time, tau the tail of the execution times and
 * v0 the admission delay. The tail is v0 + tau, with v0 at least {@code max(0, q W / P - T)}.
 * {@link Tangents} are below {@code q W / P - T} and {@link TailPiece}s below tau. Each piece gives
 * a linear program, whose dual weights prove a bound. The weighted sum of the tangents is linear,
 * so its minimum over the box is at a corner. The bound is recomputed from the weights, minus the
 * rounding error. The weight of the tangents times q / P is the multiplier of Few-to-Many's
 * constraint on threads. Keeps the tangents from load to load, so it is not thread-safe.
 */
final class TailBound {
  /** Precision relative to the bound; about the printed precision. */
  private static final double CLOSE_ENOUGH = 5e-5;

  /** Tangents per length; cutting planes usually settle with so many. */
  private static final int TANGENTS_PER_LENGTH = 30;

  /** Least number of tangents kept. Tangents at schedules for other loads become useless. */
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

  /** Proved bound for a load, and the minimiser of the relaxed problem. */
  static final class Bound {
    private final double steps;
    private final double[] lengths;

    private Bound(double steps, double[] lengths) {
      this.steps = steps;
      this.lengths = lengths;
    }

    /** Returns the bound in steps. No schedule has a lesser tail. */
    double steps() {
      return steps;
    }

    /** Returns a schedule that is close to the best one if the bound is close. */
    double[] lengths() {
      return lengths;
    }
  }

  /**
   * Creates bounds for these requests.
   *
   * @param limit steps after which every request has ended
   * @param loads number of loads in later calls
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
   * Finds the weights that prove most for one piece, by cutting planes. Kelley's method puts the
   * next tangent at the minimiser of the present ones and swings from corner to corner. The search
   * settles much sooner if the next tangent is half way between the minimiser and the best lengths
   * so far.
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
   * Returns the minimum of both functions' sum over all lengths from 0 to the limit, or a little
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
   * Linear functions of the phase lengths. At every schedule, at least one of them is at most the
   * tail. Assume that some requests all take at least a time t. If their weight exceeds the weight
   * above the tail, the tail is at least t. A request that ends in phase k takes {@code a_k + sum
   * over the phases i before of v_i (1 - a_k / a_i)}. The request has not ended before, so {@code
   * sum of v_i / a_i} is at most 1. Hence it takes at least as much with {@code a_k} replaced by
   * the least of the times up to phase k. Then no slope is negative. A serial part adds its length,
   * and takes at most as much time from the phases, so less is added than the greatest slope times
   * this length.
   */
  static final class TailPiece {
    /** Most pieces per phase; beyond, one function below all of them is used. */
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

    /** Returns the requests that are at least as long as the tail. */
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
        fastest = Math.min(fastest, requests.sharedSteps(request, phase));
      }
      double steepest = 0;
      for (int phase = 0; phase < last; phase++) {
        slopes[phase] = 1 - fastest / requests.sharedSteps(request, phase);
        steepest = Math.max(steepest, slopes[phase]);
      }
      double serial = requests.serialSteps(request);
      return new LinearFunction(fastest + serial * (1 - steepest), slopes);
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
   * Two linear functions of the phase lengths: a lower bound on the threads of any schedule, and an
   * upper bound on its mean time. A relaxed request may use its phases in the best order for the
   * bound: cheapest first for threads, slowest first for time. The least threads are then convex in
   * the lengths and the greatest time is concave, so tangents hold everywhere. If speedups grow
   * with the degree and efficiency falls, both orders are the order of the phases and the bound
   * loses nothing. Phases of a relaxed request begin after its serial part: then it has more of
   * each phase to choose from. Not thread-safe.
   */
  static final class Tangents {
    private final Requests requests;
    private final int phases;

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
     * The two tangents at one schedule.
     *
     * @param threads at most the mean of threads times steps of any schedule
     * @param time at least the mean execution time of any schedule in steps
     */
    record Pair(LinearFunction threads, LinearFunction time) {}

    /** Returns the tangents at the schedule with these phase lengths. */
    Pair at(double[] lengths) {
      sums.clear();
      for (int r = 0; r < requests.count(); r++) {
        if (requests.isRegular(r)) {
          run.ofSharedPart(r, lengths);
          sums.add(r, run);
        } else {
          add(r, lengths);
        }
      }
      return new Pair(sums.threads.function(), sums.time.function());
    }

    /** Adds a request that uses the phases in the best orders for the bounds. */
    private void add(int request, double[] lengths) {
      add(request, lengths, true, sums.threads);
      add(request, lengths, false, sums.time);
    }

    private void add(int request, double[] lengths, boolean ofThreads, PhaseSums.Sum sum) {
      double share = requests.share(request);
      int used = fill(request, lengths, ofThreads);
      int last = order[used];
      double cost = (ofThreads ? requests.degree(last) : 1) * requests.sharedSteps(request, last);
      sum.constant += share * (requests.serialSteps(request) + cost);
      for (int i = 0; i < used; i++) {
        int phase = order[i];
        int degree = ofThreads ? requests.degree(phase) : 1;
        sum.slopes[phase] += share * (degree - cost * requests.rate(request, phase));
      }
    }

    /** Orders the phases, and returns the number of phases that the request uses completely. */
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

    /** Insertion sort: there are few phases and most are in order. */
    private void order(int request, boolean threads) {
      for (int phase = 0; phase < phases; phase++) {
        double steps = requests.sharedSteps(request, phase);
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
