package org.curtail.workflow.simulate;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.curtail.workflow.Workflow;
import org.curtail.workflow.WorkflowPlan;
import org.curtail.workflow.visit.Moments;

/**
 * The stages that make slow requests slow (Kwiken, section 2.3). A stage contributes the time that
 * it spends on the critical path of a request. The critical path leads from the last stage back
 * through the predecessor that ended last, and so on. The contributions to a request add up to its
 * latency; a caller contributes its time without that of nested stages. A stage is blamed for a
 * slow request if its contribution exceeds its mean over all requests by two standard deviations.
 * Immutable.
 *
 * @param slowestShare share of requests that count as slow: above 0, at most 1
 * @param slowestFromMillis least latency of a slow request
 * @param stages stages in the workflow's order
 */
public record Blame(double slowestShare, double slowestFromMillis, List<StageBlame> stages) {
  /** Share of slow requests in the paper. */
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

  /** Computes the blame for the slowest 5 %. */
  public static Blame of(WorkflowSimulation simulation, WorkflowPlan plan) {
    return of(simulation, plan, SLOWEST_SHARE);
  }

  /**
   * Runs all requests of a simulation under a plan, twice.
   *
   * @param slowestShare share of requests that count as slow: above 0, at most 1; rounded up to
   *     whole requests. Requests of equal latency count too
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

  /** Counts of the second run. */
  private static final class Count implements WorkflowRun.Observer {
    private final Workflow workflow;
    private final double fromMillis;
    private final Contributions contributions;
    private final Spread[] all;

    /** Contributions to each slow request, by stage. */
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

  /** Running mean and variance (Welford). */
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
   * The contribution of a stage to latencies.
   *
   * @param stage name of the stage
   * @param meanMillis mean contribution to a request
   * @param deviationMillis standard deviation of the contribution
   * @param share {@code meanMillis} as a share of the mean latency: 0 to 1
   * @param criticalFraction share of requests with the stage on the critical path: 0 to 1
   * @param meanOfSlowestMillis mean contribution to a slow request
   * @param criticalFractionOfSlowest share of slow requests with the stage on the critical path: 0
   *     to 1
   * @param blamedFraction share of slow requests for which the stage is blamed: 0 to 1; the sum
   *     over all stages may exceed 1
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
