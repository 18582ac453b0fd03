package org.curtail.workflow;

import java.util.Arrays;
import org.curtail.Percentile;

/**
 * The outcome of a {@link WorkflowSimulation} under a plan. Stages are given by their index in
 * {@link Workflow#stages}. Immutable.
 */
public final class WorkflowResult {
  private final double[] latencies;
  private final double[] ascending;
  private final WorkflowTally tallies;

  WorkflowResult(double[] latencies, WorkflowTally tallies) {
    this.latencies = latencies;
    this.tallies = tallies;
    ascending = latencies.clone();
    Arrays.sort(ascending);
  }

  /** Returns the end-to-end latency of each request, in the order of requests; a copy. */
  public double[] latenciesMillis() {
    return latencies.clone();
  }

  /**
   * Returns a percentile of the end-to-end latency.
   *
   * @param percentile 0 to 100
   */
  public double percentileMillis(double percentile) {
    return Percentile.of(ascending, percentile);
  }

  /** Returns the mean end-to-end latency. */
  public double meanMillis() {
    return Moments.mean(latencies);
  }

  /** Returns the variance of the end-to-end latency. */
  public double varianceMillisSquared() {
    return Moments.variance(latencies);
  }

  /** Returns the cost of all copies, as a share of the cost of all original visits; 0 if none. */
  public double budgetUsed() {
    return tallies.share(tallies.copiesCost());
  }

  /**
   * Returns the part of {@link #budgetUsed} for copies of visits that began late: global reissue.
   */
  public double lateBudgetUsed() {
    return tallies.share(tallies.lateCopiesCost());
  }

  /**
   * Returns the share of the answers' utility lost by not waiting, composed over the stages of each
   * request by {@link LossComposition} and averaged over requests: 0 to 1.
   */
  public double loss() {
    return tallies.loss();
  }

  /**
   * Returns the share of needed responders that a stage did not wait for, averaged over its visits.
   */
  public double loss(int stage) {
    return tallies.stage(stage).loss();
  }

  /** Returns the share of a stage's calls with a copy, within copies of callers too: 0 to 1. */
  public double reissueFraction(int stage) {
    return tallies.stage(stage).reissueFraction();
  }

  /** Returns the share of a stage's visits that began late, by the plan's catch-up: 0 to 1. */
  public double lateFraction(int stage) {
    return tallies.stage(stage).lateFraction();
  }

  /**
   * Returns the thread time of {@link CatchUp.Threads} beyond that of the same calls with one
   * thread each, as a share of the latter over all calls; below 0 if more threads save time; 0
   * without.
   */
  public double extraThreadTime() {
    return tallies.extraThreadTime();
  }

  /** Returns the mean time of a visit of a stage with all nested stages. */
  public double meanMillis(int stage) {
    return tallies.stage(stage).meanMillis();
  }

  /** Returns the variance of the time of a visit of a stage with all nested stages. */
  public double varianceMillisSquared(int stage) {
    return tallies.stage(stage).varianceMillisSquared();
  }

  /** Returns the mean time from the beginning of a request to that of a visit of a stage. */
  public double meanStartMillis(int stage) {
    return tallies.stage(stage).meanStartMillis();
  }
}
