package org.curtail.workflow;

import java.util.Arrays;
import org.curtail.Percentile;

/** What became of {@link Visits} under a rule that stops waiting. Immutable. */
public final class StopOutcome {
  private final double[] latencies;
  private final double[] ascending;
  private final double loss;
  private final double reissueFraction;

  StopOutcome(double[] latencies, double loss, double reissueFraction) {
    this.latencies = latencies;
    this.loss = loss;
    this.reissueFraction = reissueFraction;
    ascending = latencies.clone();
    Arrays.sort(ascending);
  }

  /** How long each visit took, in the order of visits; a copy. */
  public double[] latenciesMillis() {
    return latencies.clone();
  }

  /**
   * A percentile of how long visits took.
   *
   * @param percentile 0 to 100
   */
  public double percentileMillis(double percentile) {
    return Percentile.of(ascending, percentile);
  }

  /** How long visits took on average. */
  public double meanMillis() {
    return Moments.mean(ascending);
  }

  /** The variance of how long visits took. */
  public double varianceMillisSquared() {
    return Moments.variance(ascending);
  }

  /** Share of needed answers that came too late: 0 to 1. */
  public double loss() {
    return loss;
  }

  /** Share of calls that were sent again: 0 to 1. */
  public double reissueFraction() {
    return reissueFraction;
  }
}
