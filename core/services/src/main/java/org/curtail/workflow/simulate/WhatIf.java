package org.curtail.workflow.simulate;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.curtail.Percentile;
import org.curtail.workflow.CatchUp;
import org.curtail.workflow.Stage;
import org.curtail.workflow.WorkflowPlan;
import org.curtail.workflow.visit.OrderStatistic;
import org.curtail.workflow.visit.StageGraph;

/**
 * The possible gain from each stage: a percentile of the latency if this stage never exceeded its
 * median. Immutable.
 *
 * @param percentile percentile of the end-to-end latency: 0 to 100
 * @param asIsMillis value of the percentile now
 * @param stages stages in the workflow's order
 */
public record WhatIf(double percentile, double asIsMillis, List<Steady> stages) {
  /** Relative tolerance, far above the rounding of the sum of a request's times. */
  private static final double ROUNDING = 1e-9;

  public WhatIf {
    Percentile.check(percentile);
    stages = List.copyOf(stages);
  }

  /**
   * The effect of one stage that never exceeds its median.
   *
   * @param stage name of the stage
   * @param medianMillis median of its visits with all nested stages
   * @param percentileMillis resulting percentile of the end-to-end latency
   */
  public record Steady(String stage, double medianMillis, double percentileMillis) {}

  /**
   * Runs all requests of a simulation under a plan, twice. Each stage with a caller costs one more
   * run; with a catch-up, every stage does.
   *
   * @param percentile 0 to 100
   * @throws IllegalArgumentException if the plan is for another workflow
   */
  public static WhatIf of(WorkflowSimulation simulation, WorkflowPlan plan, double percentile) {
    Percentile.check(percentile);
    List<Stage> stages = simulation.workflow().stages();
    WorkflowResult asIs = simulation.run(plan);
    double[] latencies = asIs.latenciesMillis();
    double[] medians = new double[stages.size()];
    double[] least = new double[stages.size()];
    for (int s = 0; s < medians.length; s++) {
      double[] millis = simulation.stageLatenciesMillis(plan, stages.get(s).name());
      medians[s] = median(millis.clone());
      least[s] = least(latencies, millis, medians[s], percentile);
    }
    var count = new Shortened(simulation, medians, least);
    new WorkflowRun(simulation, plan).run(count);
    var steady = new ArrayList<Steady>();
    for (int s = 0; s < medians.length; s++) {
      boolean alone = plan.catchUp() instanceof CatchUp.None && stages.get(s).within() == null;
      double millis =
          alone
              ? count.percentileMillis(s, asIs, percentile)
              : capped(simulation, plan, s, medians[s]).percentileMillis(percentile);
      steady.add(new Steady(stages.get(s).name(), medians[s], millis));
    }
    return new WhatIf(percentile, asIs.percentileMillis(percentile), steady);
  }

  private static double median(double[] millis) {
    return millis.length == 0 ? 0 : percentile(millis, 50);
  }

  /**
   * Returns a lower bound of the percentile, since a request gets shorter by no more than its visit
   * of the stage. Requests below that bound do not matter.
   */
  private static double least(
      double[] latencies, double[] ofStage, double median, double percentile) {
    if (ofStage.length < latencies.length) {
      return 0; // Some requests do not visit the stage, and their indices are unknown.
    }
    double[] shortest = new double[latencies.length];
    for (int r = 0; r < shortest.length; r++) {
      shortest[r] = latencies[r] * (1 - ROUNDING) - Math.max(0, ofStage[r] - median);
    }
    return percentile(shortest, percentile);
  }

  /** Returns a percentile; changes the order of values. */
  private static double percentile(double[] values, double percentile) {
    return OrderStatistic.of(values, Percentile.rank(percentile, values.length));
  }

  private static WorkflowResult capped(
      WorkflowSimulation simulation, WorkflowPlan plan, int stage, double median) {
    double[] capMillis = WorkflowRun.uncapped(simulation.workflow());
    capMillis[stage] = median;
    return new WorkflowRun(simulation, plan, capMillis).run(ended -> {});
  }

  /**
   * Requests that a steady stage shortens. Such a request has the stage on its critical path and is
   * long enough to matter. Only these few requests are calculated again.
   */
  private static final class Shortened implements WorkflowRun.Observer {
    private final double[] medians;

    /** Least latency of a request that matters, by stage. */
    private final double[] least;

    private final double leastOfAll;
    private final Contributions contributions;
    private final List<List<Request>> byStage = new ArrayList<>();

    /** Latency of each visit of the current request, by place. */
    private final double[] latencies;

    /**
     * End of each visit of the current request, by place; behind the shortened stage, the new end.
     */
    private final double[] ends;

    /** Latest end of all stages at earlier places, by place. */
    private final double[] latestBefore;

    private record Request(int index, double latencyMillis) {}

    Shortened(WorkflowSimulation simulation, double[] medians, double[] least) {
      this.medians = medians;
      this.least = least;
      leastOfAll = Arrays.stream(least).min().orElse(0);
      contributions = new Contributions(simulation.workflow());
      latencies = new double[medians.length];
      ends = new double[medians.length];
      latestBefore = new double[medians.length];
      for (int s = 0; s < medians.length; s++) {
        byStage.add(new ArrayList<>());
      }
    }

    @Override
    public void ended(RequestBlock block) {
      for (int r = 0; r < block.size; r++) {
        if (block.totals[r] >= leastOfAll) {
          shorten(block, r);
        }
      }
    }

    private void shorten(RequestBlock block, int r) {
      contributions.follow(block, r);
      read(block, r);
      // From the last stage to the first, so that the ends of earlier stages are unchanged.
      for (int i = 0; i < contributions.length(); i++) {
        int place = contributions.place(i);
        int stage = block.graph.stages()[place];
        if (latencies[place] > medians[stage] && block.totals[r] >= least[stage]) {
          double latency = latency(block.graph, place, medians[stage]);
          byStage.get(stage).add(new Request(block.from + r, latency));
        }
      }
    }

    private void read(RequestBlock block, int r) {
      double latest = 0;
      for (int i = 0; i < block.graph.size(); i++) {
        latencies[i] = block.latencies[i][r];
        ends[i] = block.ends[i][r];
        latestBefore[i] = latest;
        latest = Math.max(latest, ends[i]);
      }
    }

    /** Returns the latency of the request if the visit at a place takes this long. */
    private double latency(StageGraph graph, int changed, double millis) {
      double latest = latestBefore[changed];
      for (int i = changed; i < graph.size(); i++) {
        int before = StageGraph.greatest(graph.before()[i], ends);
        double begin = before < 0 ? 0 : ends[before];
        ends[i] = begin + (i == changed ? millis : latencies[i]);
        latest = Math.max(latest, ends[i]);
      }
      return latest;
    }

    double percentileMillis(int stage, WorkflowResult asIs, double percentile) {
      double[] latencies = asIs.latenciesMillis();
      for (Request request : byStage.get(stage)) {
        latencies[request.index()] = request.latencyMillis();
      }
      return WhatIf.percentile(latencies, percentile);
    }
  }
}
