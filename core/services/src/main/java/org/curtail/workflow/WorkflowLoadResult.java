package org.curtail.workflow;

import java.util.Arrays;
import java.util.List;
import org.curtail.Percentile;

/** What became of requests that met servers with queues. Immutable. */
public final class WorkflowLoadResult {
  private final double[] latencyMillis;
  private final List<StageUse> stages;
  private final Totals totals;
  private final CatchUpUse catchUp;
  private final Workflow seen;

  /**
   * Of the whole run.
   *
   * @param budgetUsed what copies cost, as a share of what first visits cost
   * @param loss mean share of the answer that was not waited for
   * @param wastedShare share of the slot time that went into attempts that did not answer
   * @param keptUp whether calls did not pile up
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
   * The same without its first requests, which met empty servers. All but latencies remain those of
   * the whole run.
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

  /** Number of requests. */
  public int requests() {
    return latencyMillis.length;
  }

  /** Time from a request's arrival to its answer, by request. A copy. */
  public double[] latenciesMillis() {
    return latencyMillis.clone();
  }

  /** Mean latency. */
  public double meanMillis() {
    return Arrays.stream(latencyMillis).average().orElseThrow();
  }

  /** A percentile of the latencies: nearest rank. */
  public double percentileMillis(double percentile) {
    double[] ascending = latencyMillis.clone();
    Arrays.sort(ascending);
    return Percentile.of(ascending, percentile);
  }

  /** What became of a stage, by its index in {@link Workflow#stages}. */
  public StageUse stage(int index) {
    return stages.get(index);
  }

  /** Copies of a stage per call of it. */
  public double reissueFraction(int stage) {
    return stages.get(stage).reissueFraction();
  }

  /** What copies cost, as a share of what first visits cost: realised, without cancelling. */
  public double budgetUsed() {
    return totals.budgetUsed();
  }

  /** Mean share of the answer that was not waited for. */
  public double loss() {
    return totals.loss();
  }

  /** Share of the slots of the busiest stage that computed, from 0 to the last arrival. */
  public double utilisation() {
    return stages.stream().mapToDouble(StageUse::utilisation).max().orElseThrow();
  }

  /** Share of the slot time that went into attempts that did not answer. */
  public double wastedShare() {
    return totals.wastedShare();
  }

  /** What catching up took. */
  public CatchUpUse catchUp() {
    return catchUp;
  }

  /**
   * Whether no stage's calls piled up until the end; else latencies say how long the run was, or
   * answers were lost.
   */
  public boolean keptUp() {
    return totals.keptUp();
  }

  /** The same workflow with the times that first attempts took here, waiting included. */
  public Workflow seen() {
    return seen;
  }

  /**
   * What catching up took.
   *
   * @param lateShare share of the visits that began late and were sped up
   * @param cost what it cost, as a share of what all first visits cost: of {@link CatchUp.Threads}
   *     the cost of late visits for each thread more, of {@link CatchUp.GlobalReissue} what copies
   *     of late visits cost, of {@link CatchUp.Priority} what late visits cost, which is the work
   *     that goes before others' but no work more
   * @param extraThreadShare threads beyond the first that attempts were given, per attempt
   * @param refusedShare share of the visits that began late and were not sped up for want of budget
   */
  public record CatchUpUse(
      double lateShare, double cost, double extraThreadShare, double refusedShare) {
    /** Nothing. */
    public static final CatchUpUse NONE = new CatchUpUse(0, 0, 0, 0);
  }

  /**
   * What became of a stage under load.
   *
   * @param stage its name
   * @param visits of it, those within copies of its caller counted
   * @param reissueFraction copies of calls per call
   * @param utilisation share of its slots that computed, from 0 to the last arrival; 0 if nobody
   *     ever waits
   * @param meanWaitMillis from when an attempt was sent until it was served, of those that were
   * @param meanMillis of a visit, from its begin to its end, with what is within it
   * @param loss share of the needed responders that were not waited for
   * @param keptUp whether its calls did not pile up until the end
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
