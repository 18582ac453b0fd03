package org.curtail.workflow;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Which stages make slow requests slow (Kwiken, section 2.3). A stage contributes to a request the
 * time for which it is on its critical path: from the last stage to end, back through the stage
 * that ended last of those before it, and so on. The contributions of a request add up to its
 * latency; a caller contributes what the stages within it do not. Of the slowest requests, a stage
 * is blamed for those to which it contributes more than its mean over all requests and two standard
 * deviations. Immutable.
 *
 * @param slowestShare of requests that are called slow: above 0, at most 1
 * @param slowestFromMillis the least latency of a slow request
 * @param stages in the workflow's order
 */
public record Blame(double slowestShare, double slowestFromMillis, List<StageBlame> stages) {
  /** As in the paper. */
  public static final double SLOWEST_SHARE = 0.05;

  public Blame {
    requireShare(slowestShare);
    stages = List.copyOf(stages);
  }

  private static void requireShare(double slowestShare) {
    if (!(slowestShare > 0 && slowestShare <= 1)) {
      throw new IllegalArgumentException(
          "slowestShare must be above 0 and at most 1: " + slowestShare);
    }
  }

  /** For the slowest 5 %. */
  public static Blame of(WorkflowSimulation simulation, WorkflowPlan plan) {
    return of(simulation, plan, SLOWEST_SHARE);
  }

  /**
   * Runs all requests of a simulation under a plan, twice.
   *
   * @param slowestShare of requests that are called slow: above 0, at most 1; rounded up to whole
   *     requests, and more if others take exactly as long
   * @throws IllegalArgumentException if the plan is for another workflow
   */
  public static Blame of(WorkflowSimulation simulation, WorkflowPlan plan, double slowestShare) {
    requireShare(slowestShare);
    double[] ascending = simulation.run(plan).latenciesMillis();
    Arrays.sort(ascending);
    // 0.07 * 100 is above 7 in binary.
    int slow = (int) Math.ceil(slowestShare * ascending.length - 1e-9);
    double from = ascending[ascending.length - Math.max(1, slow)];
    var count = new Count(simulation.workflow(), from);
    new WorkflowRun(simulation, plan).run(count);
    return new Blame(slowestShare, from, count.stages(Moments.mean(ascending)));
  }

  /** What is known after the second run. */
  private static final class Count implements WorkflowRun.Observer {
    private final Workflow workflow;
    private final double fromMillis;
    private final Contributions contributions;
    private final Spread[] all;

    /** Of slow requests, by stage. */
    private final List<double[]> slow = new ArrayList<>();

    Count(Workflow workflow, double fromMillis) {
      this.workflow = workflow;
      this.fromMillis = fromMillis;
      contributions = new Contributions(workflow);
      all = new Spread[workflow.stages().size()];
      Arrays.setAll(all, s -> new Spread());
    }

    @Override
    public void ended(RequestBlock block) {
      for (int r = 0; r < block.size; r++) {
        contributions.follow(block, r);
        double[] millis = new double[all.length];
        for (int s = 0; s < all.length; s++) {
          millis[s] = contributions.millis(s);
          all[s].add(millis[s]);
        }
        if (block.totals[r] >= fromMillis) {
          slow.add(millis);
        }
      }
    }

    List<StageBlame> stages(double meanLatency) {
      var stages = new ArrayList<StageBlame>();
      for (int s = 0; s < all.length; s++) {
        stages.add(stage(s, meanLatency));
      }
      return stages;
    }

    private StageBlame stage(int s, double meanLatency) {
      double mean = all[s].mean();
      double deviation = all[s].deviation();
      var ofSlow = new Spread();
      int blamed = 0;
      for (double[] millis : slow) {
        ofSlow.add(millis[s]);
        if (millis[s] > mean + 2 * deviation) {
          blamed++;
        }
      }
      return new StageBlame(
          workflow.stages().get(s).name(),
          mean,
          deviation,
          meanLatency > 0 ? mean / meanLatency : 0,
          all[s].shareAboveZero(),
          ofSlow.mean(),
          ofSlow.shareAboveZero(),
          (double) blamed / slow.size());
    }
  }

  /** Mean and variance of values that come one by one (Welford). */
  private static final class Spread {
    private long count;
    private long aboveZero;
    private double mean;
    private double squares;

    void add(double value) {
      count++;
      if (value > 0) {
        aboveZero++;
      }
      double off = value - mean;
      mean += off / count;
      squares += off * (value - mean);
    }

    double mean() {
      return mean;
    }

    double deviation() {
      return Math.sqrt(squares / count);
    }

    double shareAboveZero() {
      return (double) aboveZero / count;
    }
  }

  /**
   * What a stage contributes to latencies.
   *
   * @param stage its name
   * @param meanMillis its contribution to a request, on average; 0 for those in which it is not on
   *     the critical path
   * @param deviationMillis standard deviation of the same
   * @param share {@code meanMillis} as a share of the mean latency: 0 to 1
   * @param criticalFraction share of requests on whose critical path it is: 0 to 1
   * @param meanOfSlowestMillis its contribution to a slow request, on average
   * @param criticalFractionOfSlowest share of slow requests on whose critical path it is: 0 to 1
   * @param blamedFraction share of slow requests for which it is blamed: 0 to 1; over all stages
   *     they may add up to more than 1
   */
  public record StageBlame(
      String stage,
      double meanMillis,
      double deviationMillis,
      double share,
      double criticalFraction,
      double meanOfSlowestMillis,
      double criticalFractionOfSlowest,
      double blamedFraction) {}
}
