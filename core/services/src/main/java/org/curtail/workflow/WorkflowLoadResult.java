package org.curtail.workflow;

import java.util.Arrays;
import java.util.List;
import org.curtail.Percentile;

/** The outcome of requests on servers with queues. Immutable. */
public final class WorkflowLoadResult {
  private final double[] latencyMillis;
  private final List<StageUse> stages;
  private final Totals totals;
  private final CatchUpUse catchUp;
  private final Workflow seen;

  /**
   * Totals of the whole run.
   *
   * @param budgetUsed cost of copies, as a share of the cost of original visits
   * @param loss mean lost share of the answer
   * @param wastedShare share of the slot time used by attempts that did not answer
   * @param keptUp true if calls did not pile up
   */
  record Totals(double budgetUsed, double loss, double wastedShare, boolean keptUp) {}

  WorkflowLoadResult(
      double[] latencyMillis,
      List<StageUse> stages,
      Totals totals,
      CatchUpUse catchUp,
      Workflow seen) {
    this.latencyMillis = latencyMillis;
    this.stages = List.copyOf(stages);
    this.totals = totals;
    this.catchUp = catchUp;
    this.seen = seen;
  }

  /**
   * Returns this result without the first requests, which met empty servers. Only latencies change;
   * all else remains that of the whole run.
   *
   * @param count 0 to less than {@link #requests}
   */
  public WorkflowLoadResult afterWarmUp(int count) {
    if (count < 0 || count >= requests()) {
      throw new IllegalArgumentException(
          "count must lie between 0 and %d: %d".formatted(requests() - 1, count));
    }
    return new WorkflowLoadResult(
        Arrays.copyOfRange(latencyMillis, count, requests()), stages, totals, catchUp, seen);
  }

  /** Returns the number of requests. */
  public int requests() {
    return latencyMillis.length;
  }

  /** Returns the time from arrival to answer, by request; a copy. */
  public double[] latenciesMillis() {
    return latencyMillis.clone();
  }

  /** Returns the mean latency. */
  public double meanMillis() {
    return Arrays.stream(latencyMillis).average().orElseThrow();
  }

  /** Returns a percentile of the latencies: nearest rank. */
  public double percentileMillis(double percentile) {
    double[] ascending = latencyMillis.clone();
    Arrays.sort(ascending);
    return Percentile.of(ascending, percentile);
  }

  /** Returns the use of a stage, by its index in {@link Workflow#stages}. */
  public StageUse stage(int index) {
    return stages.get(index);
  }

  /** Returns the copies of a stage per call. */
  public double reissueFraction(int stage) {
    return stages.get(stage).reissueFraction();
  }

  /**
   * Returns the cost of copies, as a share of the cost of original visits: realised, uncancelled.
   */
  public double budgetUsed() {
    return totals.budgetUsed();
  }

  /** Returns the mean lost share of the answer. */
  public double loss() {
    return totals.loss();
  }

  /** Returns the busy share of the busiest stage's slots, from 0 to the last arrival. */
  public double utilisation() {
    return stages.stream().mapToDouble(StageUse::utilisation).max().orElseThrow();
  }

  /** Returns the share of the slot time used by attempts that did not answer. */
  public double wastedShare() {
    return totals.wastedShare();
  }

  /** Returns the use of catching up. */
  public CatchUpUse catchUp() {
    return catchUp;
  }

  /**
   * True if no stage's calls piled up until the end. Otherwise latencies depend on the length of
   * the run, or answers were lost.
   */
  public boolean keptUp() {
    return totals.keptUp();
  }

  /** Returns the workflow with the times of original calls in this run, waiting included. */
  public Workflow seen() {
    return seen;
  }

  /**
   * The use of catching up.
   *
   * @param lateShare share of the visits that began late and were sped up
   * @param cost its cost, as a share of the cost of all original visits: for {@link
   *     CatchUp.Threads} the cost of late visits per additional thread; for {@link
   *     CatchUp.GlobalReissue} the cost of late visits' copies; for {@link CatchUp.Priority} the
   *     cost of late visits, whose work goes before others but does not grow
   * @param extraThreadShare threads beyond the first, per attempt
   * @param refusedShare share of the visits that began late and were not sped up for want of budget
   */
  public record CatchUpUse(
      double lateShare, double cost, double extraThreadShare, double refusedShare) {
    /** No catch-up. */
    public static final CatchUpUse NONE = new CatchUpUse(0, 0, 0, 0);
  }

  /**
   * The use of a stage under load.
   *
   * @param stage name of the stage
   * @param visits number of visits, including those within copies of its caller
   * @param reissueFraction copies of calls per call
   * @param utilisation busy share of its slots, from 0 to the last arrival; 0 without queues
   * @param meanWaitMillis mean time from sending an attempt to its service, over served attempts
   * @param meanMillis mean time of a visit with all nested stages
   * @param loss share of the needed responders that were not waited for
   * @param keptUp true if its calls did not pile up until the end
   */
  public record StageUse(
      String stage,
      long visits,
      double reissueFraction,
      double utilisation,
      double meanWaitMillis,
      double meanMillis,
      double loss,
      boolean keptUp) {}
}
