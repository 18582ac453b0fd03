package org.curtail.workflow.load;

import java.util.Arrays;
import java.util.List;
import org.curtail.Percentile;
import org.curtail.workflow.CatchUp;
import org.curtail.workflow.Workflow;

/** The result of a {@link WorkflowLoad}. Immutable. */
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
   * @param wastedShare share of the slot time of attempts that did not answer their call
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
   * Returns this result without the latencies of the first requests, which arrived at empty
   * servers. All other figures remain those of the whole run.
   *
   * @param count number of requests, 0 to less than {@link #requests}
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

  /** Returns the number of copies per original call of a stage. */
  public double reissueFraction(int stage) {
    return stages.get(stage).reissueFraction();
  }

  /**
   * Returns the cost of all sent copies, cancelled ones included, as a share of the cost of
   * original visits.
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

  /** Returns the share of the slot time of attempts that did not answer their call. */
  public double wastedShare() {
    return totals.wastedShare();
  }

  /** Returns the use of catching up. */
  public CatchUpUse catchUp() {
    return catchUp;
  }

  /**
   * True if no stage's queue grew until the end. Otherwise latencies depend on the length of the
   * run, or answers were lost.
   */
  public boolean keptUp() {
    return totals.keptUp();
  }

  /** Returns the workflow with the times of original calls in this run, including waiting. */
  public Workflow seen() {
    return seen;
  }

  /**
   * The use of catching up.
   *
   * @param lateShare share of visits that were late and sped up
   * @param cost cost of catching up, as a share of the cost of all original visits. For {@link
   *     CatchUp.Threads}: the cost of a late visit for each additional thread. For {@link
   *     CatchUp.GlobalReissue}: the cost of copies of late visits. For {@link CatchUp.Priority}:
   *     the cost of late visits, although their work does not grow
   * @param extraThreadShare mean number of additional threads of an attempt
   * @param refusedShare share of visits that were late but not sped up, because the budget was
   *     spent
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
   * @param visits number of visits, including visits within copies of its caller
   * @param reissueFraction number of copies per original call
   * @param utilisation busy share of its slots until the last arrival; 0 without queues
   * @param meanWaitMillis mean time from sending an attempt to the start of its service, over
   *     served attempts
   * @param meanMillis mean time of a visit with all nested stages
   * @param loss share of needed answers that visits did not wait for
   * @param keptUp true if its queue did not grow until the end
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
