package org.curtail.policy.demand;

import java.util.Arrays;
import org.curtail.Profile;

/**
 * The share of ended requests and its mean cost, as functions of the work done. There is a point
 * for no work, a point for each different demand in a profile, ascending, and a point for unlimited
 * work. Half of the weight of the longest sample is assumed to lie beyond it and to fall
 * exponentially, as in {@link Survival}. Immutable.
 */
final class DemandCurve {
  /**
   * Greatest share of ended requests in a profile. A rest beyond the longest sample remains in
   * spite of rounding.
   */
  private static final double MOST_ENDED = 1 - 1e-12;

  private static final double ROUNDING = 1e-9;

  /** If n samples are left, the tail counts as much as this number divided by n. */
  private static final double FEW = 1;

  /** Work at each point, ascending from 0; the last is infinite. */
  private final double[] workMs;

  /** Share of requests of at most this demand, from 0 to 1. */
  private final double[] ended;

  /** Mean over all requests of the work that they get, at most that of the point. */
  private final double[] meanMs;

  /** Number of requests of equal weight that have as much information as these. */
  private final double samples;

  private final double tailScaleMs;

  private DemandCurve(
      double[] workMs, double[] ended, double[] meanMs, double samples, double tailScaleMs) {
    this.workMs = workMs;
    this.ended = ended;
    this.meanMs = meanMs;
    this.samples = samples;
    this.tailScaleMs = tailScaleMs;
  }

  static DemandCurve of(Profile profile) {
    int[] ascending = profile.byDemand();
    double[] workMs = new double[ascending.length + 2];
    double[] ended = new double[workMs.length];
    double[] meanMs = new double[workMs.length];
    int last = 0;
    double below = 0;
    double squares = 0;
    for (int i = 0; i < ascending.length; i++) {
      double timeMs = profile.timeMs(ascending[i], 1);
      double weight = profile.weight(ascending[i]);
      if (timeMs > workMs[last]) {
        last++;
        workMs[last] = timeMs;
        meanMs[last] = meanMs[last - 1] + (1 - ended[last - 1]) * (timeMs - workMs[last - 1]);
      }
      below += i == ascending.length - 1 ? weight / 2 : weight;
      squares += weight * weight;
      ended[last] = Math.min(below / profile.totalWeight(), MOST_ENDED);
    }
    double tailScaleMs = Survival.of(profile).tailScaleMs();
    double leftMs = (1 - ended[last]) * tailScaleMs;
    last++;
    workMs[last] = Double.POSITIVE_INFINITY;
    ended[last] = 1;
    meanMs[last] = meanMs[last - 1] + leftMs;
    return new DemandCurve(
        Arrays.copyOf(workMs, last + 1),
        Arrays.copyOf(ended, last + 1),
        Arrays.copyOf(meanMs, last + 1),
        profile.totalWeight() * profile.totalWeight() / squares,
        tailScaleMs);
  }

  /** The point of unlimited work. */
  int last() {
    return workMs.length - 1;
  }

  double workMs(int point) {
    return workMs[point];
  }

  double ended(int point) {
    return ended[point];
  }

  double meanMs(int point) {
    return meanMs[point];
  }

  /**
   * The share of requests that must have ended after a step. The step covers the square root of the
   * samples that are left, because the place of the next few samples is chance.
   */
  double enoughEnded(int point) {
    return ended[point] + Math.sqrt((1 - ended[point]) / samples) - ROUNDING;
  }

  /**
   * The weight of the exponential tail beside the samples after a point, as a share of all
   * requests. The weight is greater if fewer samples are left.
   */
  double shareOfTail(int point) {
    return Math.min(1, FEW / (samples * samples * (1 - ended[point])));
  }

  /** See {@link Survival#tailScaleMs}. */
  double tailScaleMs() {
    return tailScaleMs;
  }

  /**
   * Mean remaining demand of the requests with more demand than this point. Not for the last point.
   */
  double meanRemainingMs(int point) {
    return (meanMs[last()] - meanMs[point]) / (1 - ended[point]);
  }
}
