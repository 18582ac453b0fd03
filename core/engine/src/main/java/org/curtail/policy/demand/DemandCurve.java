package org.curtail.policy.demand;

import java.util.Arrays;
import org.curtail.Profile;

/**
 * The share of ended requests, and its mean cost, by work done: a point for no work, one for each
 * different demand in a profile, ascending, and one for unlimited work. Half of the weight of the
 * longest sample is taken to lie beyond it, falling exponentially, as in {@link Survival}.
 * Immutable.
 */
final class DemandCurve {
  /** Of a profile: that something is left of the longest survives rounding. */
  private static final double MOST_ENDED = 1 - 1e-12;

  private static final double ROUNDING = 1e-9;

  /** The tail counts as much as this over n if n samples are left. */
  private static final double FEW = 1;

  /** Ascending, from 0; the last is infinite. */
  private final double[] workMs;

  /** Share of requests of at most this demand, from 0 to 1. */
  private final double[] ended;

  /** Mean over all requests of the work that they get. */
  private final double[] meanMs;

  /** As many requests of equal weight would tell as much as these. */
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

  /** The point for as much work as anybody needs. */
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
   * The share of requests that must end within a step: where the next few samples lie is chance, so
   * as many as the root of those that are left.
   */
  double enoughEnded(int point) {
    return ended[point] + Math.sqrt((1 - ended[point]) / samples) - ROUNDING;
  }

  /**
   * The weight of the exponential tail beside the samples behind a point, as a share of all
   * requests: the fewer are left, the greater.
   */
  double shareOfTail(int point) {
    return Math.min(1, FEW / (samples * samples * (1 - ended[point])));
  }

  /** See {@link Survival#tailScaleMs}. */
  double tailScaleMs() {
    return tailScaleMs;
  }

  /** Mean of what requests have left that have more demand than a point, which is not the last. */
  double meanRemainingMs(int point) {
    return (meanMs[last()] - meanMs[point]) / (1 - ended[point]);
  }
}
