package org.curtail.plan;

import java.util.Arrays;

/**
 * Best schedule so far for one load. The better schedule has the lesser tail; at equal tails the
 * lesser mean; at equal means fewer threads. Not thread-safe.
 */
final class Incumbent {
  /** Relative difference below which times are equal, so that rounding does not break ties. */
  private static final double TIE = 1e-12;

  /** Relative distance to a bound that counts as equal. */
  private static final double BOUND_TOLERANCE = 1e-11;

  /** Relative excess over the target that still meets it: 3 * 2.0000000000000004 meets 6. */
  private static final double TARGET_TOLERANCE = 1e-9;

  /** Relative excess of a bound over a tail that counts as rounding. */
  private static final double BOUND_SLACK = 1e-9;

  private final double loadPerTarget;
  private final double[] lengths;
  private double boundSteps;
  private double delaySteps;
  private double tailSteps = Double.POSITIVE_INFINITY;
  private double meanSteps = Double.POSITIVE_INFINITY;
  private double threadSteps = Double.POSITIVE_INFINITY;

  private Incumbent(int load, int targetParallelism, int lengths) {
    loadPerTarget = load / (targetParallelism * (1 + TARGET_TOLERANCE));
    this.lengths = new double[lengths];
  }

  /** Returns an incumbent for each load of a goal, by load - 1. */
  static Incumbent[] forLoads(PlanGoal goal, int lengths) {
    Incumbent[] incumbents = new Incumbent[goal.maxLoad()];
    Arrays.setAll(incumbents, i -> new Incumbent(i + 1, goal.targetParallelism(), lengths));
    return incumbents;
  }

  double loadPerTarget() {
    return loadPerTarget;
  }

  /** Returns the start of a phase, in steps since arrival. */
  double startStep(int phase) {
    double start = delaySteps;
    for (int i = 0; i < phase; i++) {
      start += lengths[i];
    }
    return start;
  }

  /** Returns the steps until the last request ends under the best schedule, rounded up. */
  double longestSteps(Requests requests) {
    var run = new Run(requests);
    double longest = 0;
    for (int r = 0; r < requests.count(); r++) {
      run.of(r, lengths);
      longest = Math.max(longest, run.timeSteps());
    }
    // A multiple of the step, up to rounding, needs no further step.
    return Math.ceil(longest * (1 - TIE));
  }

  /**
   * Computes a lower bound on the tail of any schedule, and keeps the greatest so far.
   *
   * @param hint lengths of a schedule that may be close to the best
   * @return lengths that may be closer
   */
  double[] improveBound(TailBound bound, double[] hint) {
    TailBound.Bound proved = bound.of(loadPerTarget, hint);
    boundSteps = Math.max(boundSteps, proved.steps());
    return proved.lengths();
  }

  /**
   * Returns the greatest proved lower bound, in steps.
   *
   * @throws IllegalStateException if it exceeds the tail of the best schedule
   */
  double boundSteps() {
    if (boundSteps > tailSteps * (1 + BOUND_SLACK)) {
      throw new IllegalStateException(
          "a bound of %s steps is above a tail of %s: please report this"
              .formatted(boundSteps, tailSteps));
    }
    return boundSteps;
  }

  /** Returns the steps of the best schedule in each phase but the last. */
  double[] lengths() {
    return lengths.clone();
  }

  double lengthSteps(int phase) {
    return lengths[phase];
  }

  /**
   * Offers a schedule with the least admission delay that meets the target. Total average
   * parallelism q W / (v0 + T) is at most P if v0 is at least q W / P - T. A longer delay only adds
   * to tail and mean.
   */
  void offer(double[] offered, double tail, double mean, double threads) {
    double delay = Math.max(0, Math.ceil(loadPerTarget * threads - mean));
    if (isWorseThan(delay + tail, delay + mean, threads)) {
      delaySteps = delay;
      tailSteps = delay + tail;
      meanSteps = delay + mean;
      threadSteps = threads;
      System.arraycopy(offered, 0, lengths, 0, lengths.length);
    }
  }

  private boolean isWorseThan(double tail, double mean, double threads) {
    if (!equal(tailSteps, tail)) {
      return tailSteps > tail;
    }
    if (!equal(meanSteps, mean)) {
      return meanSteps > mean;
    }
    return !equal(threadSteps, threads) && threadSteps > threads;
  }

  private static boolean equal(double a, double b) {
    return Math.abs(a - b) <= TIE * b;
  }

  /** Returns true if no schedule with at least this tail can be better, whatever its mean. */
  boolean isBelow(double leastTail) {
    return leastTail > tailSteps * (1 + BOUND_TOLERANCE);
  }

  /** Returns true if a schedule with at least this tail needs a lesser mean to be better. */
  boolean isMatchedBy(double leastTail) {
    return leastTail >= tailSteps * (1 - BOUND_TOLERANCE);
  }

  /** Returns true if a schedule of equal tail and at least this mean is no better. */
  boolean meanIsAtMost(double leastMean) {
    return leastMean >= meanSteps * (1 - BOUND_TOLERANCE);
  }
}
