package org.curtail.workflow.simulate;

import java.util.Arrays;
import org.curtail.Percentile;
import org.curtail.workflow.CatchUp;
import org.curtail.workflow.LossComposition;
import org.curtail.workflow.Workflow;
import org.curtail.workflow.visit.Moments;

/**
 * The outcome of a {@link WorkflowSimulation} under a plan. A stage is named by its index in {@link
 * Workflow#stages}. Immutable.
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

  /** Returns the cost of all copies, as a share of the cost of all original visits. */
  public double budgetUsed() {
    return tallies.share(tallies.copiesCost());
  }

  /** Returns the part of {@link #budgetUsed} for copies of late visits. */
  public double lateBudgetUsed() {
    return tallies.share(tallies.lateCopiesCost());
  }

  /**
   * Returns the mean share of utility that a request loses by partial answers, by {@link
   * LossComposition}: 0 to 1.
   */
  public double loss() {
    return tallies.loss();
  }

  /** Returns the mean share of needed responders that a visit of a stage did not wait for. */
  public double loss(int stage) {
    return tallies.stage(stage).loss();
  }

  /**
   * Returns the share of a stage's calls with a copy: 0 to 1. Calls within copies of callers count
   * too.
   */
  public double reissueFraction(int stage) {
    return tallies.stage(stage).reissueFraction();
  }

  /** Returns the share of a stage's visits that were late for the plan's catch-up: 0 to 1. */
  public double lateFraction(int stage) {
    return tallies.stage(stage).lateFraction();
  }

  /**
   * Returns the additional thread time of {@link CatchUp.Threads}, as a share of the time of all
   * calls with one thread each; below 0 if more threads save thread time. 0 for other catch-ups.
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

  /** Returns the mean start of a visit of a stage, since the beginning of the request. */
  public double meanStartMillis(int stage) {
    return tallies.stage(stage).meanStartMillis();
  }
}
