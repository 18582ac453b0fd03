package org.curtail.workflow;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.curtail.Percentile;

/**
 * A percentile of the latency if one stage never exceeded its median, stage by stage: the possible
 * gain from each stage. Immutable.
 *
 * @param percentile percentile of the end-to-end latency: 0 to 100
 * @param asIsMillis its present value
 * @param stages in the workflow's order
 */
public record WhatIf(double percentile, double asIsMillis, List<Steady> stages) {
  /** Far more than the rounding of the sum of a request's times, as a share of it. */
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
   * Runs all requests of a simulation under a plan, twice; once more for each stage that another
   * one calls, and for each stage if the plan has a catch-up.
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
   * Returns a lower bound of the percentile: a request gets shorter by no more than the stage does.
   * Requests below that bound need no look.
   */
  private static double least(
      double[] latencies, double[] ofStage, double median, double percentile) {
    if (ofStage.length < latencies.length) {
      return 0; // Some do not visit the stage; which ones is not known.
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
   * Requests that a steady stage shortens. Such a request has the stage on its critical path
   * (otherwise another path of the same length remains) and is long enough to matter. Only these
   * few are calculated again.
   */
  private static final class Shortened implements WorkflowRun.Observer {
    private final double[] medians;

    /** By stage: least latency of a request that matters. */
    private final double[] least;

    private final double leastOfAll;
    private final Contributions contributions;
    private final List<List<Request>> byStage = new ArrayList<>();

    /** By place, of one request. */
    private final double[] latencies;

    /** By place, of one request; after a shortened stage, as they are then. */
    private final double[] ends;

    /** By place, of one request: latest end of any earlier stage. */
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
      // From the last stage to the first: the stages before it are still as they were.
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

    /** Returns the latency of the request if the stage at a place takes this long. */
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
