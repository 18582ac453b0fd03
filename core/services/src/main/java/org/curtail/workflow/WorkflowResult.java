package org.curtail.workflow;

import java.util.Arrays;
import org.curtail.Percentile;

/**
 * What became of the requests of a {@link WorkflowSimulation} under a plan. Stages are named by
 * their index in {@link Workflow#stages}. Immutable.
 */
public final class WorkflowResult {
  private final double[] latencies;
  private final double[] ascending;
  private final Tallies tallies;

  WorkflowResult(double[] latencies, Tallies tallies) {
    this.latencies = latencies;
    this.tallies = tallies;
    ascending = latencies.clone();
    Arrays.sort(ascending);
  }

  /** The latency of each request from end to end, in the order of requests; a copy. */
  public double[] latenciesMillis() {
    return latencies.clone();
  }

  /**
   * A percentile of the latency from end to end.
   *
   * @param percentile 0 to 100
   */
  public double percentileMillis(double percentile) {
    return Percentile.of(ascending, percentile);
  }

  /** The mean latency from end to end. */
  public double meanMillis() {
    return Moments.mean(latencies);
  }

  /** The variance of the latency from end to end. */
  public double varianceMillisSquared() {
    return Moments.variance(latencies);
  }

  /** What all copies cost, as a share of what all first visits cost; 0 if there are none. */
  public double budgetUsed() {
    return tallies.share(tallies.copiesCost());
  }

  /** The part of {@link #budgetUsed} for copies of visits that began late: global reissue. */
  public double lateBudgetUsed() {
    return tallies.share(tallies.lateCopiesCost());
  }

  /**
   * Share of the utility of answers that was lost by not waiting, composed over the stages of each
   * request as {@link LossComposition} says, and averaged over requests: 0 to 1.
   */
  public double loss() {
    return tallies.loss();
  }

  /** Share of needed responders that a stage did not wait for, averaged over its visits. */
  public double loss(int stage) {
    return tallies.stage(stage).loss();
  }

  /** Share of a stage's calls that were sent again, of visits within copies too: 0 to 1. */
  public double reissueFraction(int stage) {
    return tallies.stage(stage).reissueFraction();
  }

  /** Share of a stage's visits that began late, when the plan's catch-up sets in: 0 to 1. */
  public double lateFraction(int stage) {
    return tallies.stage(stage).lateFraction();
  }

  /**
   * Thread time that {@link CatchUp.Threads} took beyond what the same calls take with one thread
   * each, as a share of the latter over all calls; below 0 if more threads save time. 0 without.
   */
  public double extraThreadTime() {
    return tallies.extraThreadTime();
  }

  /** Mean time of a visit of a stage, with what is within it. */
  public double meanMillis(int stage) {
    return tallies.stage(stage).meanMillis();
  }

  /** Variance of the time of a visit of a stage, with what is within it. */
  public double varianceMillisSquared(int stage) {
    return tallies.stage(stage).varianceMillisSquared();
  }

  /** Mean time from the beginning of a request to that of a visit of a stage. */
  public double meanStartMillis(int stage) {
    return tallies.stage(stage).meanStartMillis();
  }
}
