package org.curtail.workflow.estimate;

import java.util.Arrays;
import java.util.List;
import org.curtail.Percentile;
import org.curtail.workflow.Stage;
import org.curtail.workflow.Workflow;
import org.curtail.workflow.WorkflowPlan;
import org.curtail.workflow.simulate.WorkflowSimulation;
import org.curtail.workflow.visit.OrderStatistic;
import org.jspecify.annotations.Nullable;

/**
 * The tail of a workflow under plans that differ in a few stages, on the same simulated requests.
 * The times of visits are kept for each stage of the workflow itself: they depend only on this
 * stage and its nested stages. For another plan, only changed stages run again, and then a walk
 * through the graph follows. With traces, everything runs again.
 *
 * <p>The tail is the mean of the order statistics about a percentile, over half of the values
 * beyond it. A plan that merely moves a single request past the percentile thus gains nothing.
 */
public final class SimulatedTail {
  private final WorkflowSimulation simulation;
  private final double percentile;
  private final List<Stage> stages;
  private final boolean isSeparable;

  /** Times of visits under the kept plan, by stage; empty for nested stages. */
  private final double[][] kept;

  private @Nullable WorkflowPlan keptPlan;

  /** Ends of visits, by stage; overwritten for each plan. */
  private final double[][] finished;

  public SimulatedTail(WorkflowSimulation simulation, double percentile) {
    this.simulation = simulation;
    this.percentile = percentile;
    stages = simulation.workflow().stages();
    isSeparable = simulation.workflow().joint() == null;
    kept = new double[stages.size()][0];
    finished = new double[stages.size()][isSeparable ? simulation.requests() : 0];
  }

  /** Returns the tail under a plan and keeps the plan. */
  public double keep(WorkflowPlan plan) {
    if (isSeparable) {
      double[][] visits = visits(plan);
      System.arraycopy(visits, 0, kept, 0, kept.length);
      keptPlan = plan;
    }
    return of(plan);
  }

  /** Returns the tail under a plan. */
  public double of(WorkflowPlan plan) {
    double[] latencies =
        isSeparable ? endToEnd(visits(plan)) : simulation.run(plan).latenciesMillis();
    return tail(latencies);
  }

  /**
   * Returns the mean of the order statistics about the percentile. Changes the order of latencies.
   */
  private double tail(double[] latencies) {
    double beyond = Math.min(percentile, 100 - percentile) / 4;
    int from = Percentile.rank(percentile - beyond, latencies.length);
    int to = Percentile.rank(percentile + beyond, latencies.length);
    // Values behind the found rank are at least as great, so only they need sorting.
    double least = OrderStatistic.of(latencies, from);
    if (from == to) {
      return least;
    }
    Arrays.sort(latencies, from, latencies.length);
    double sum = 0;
    for (int i = from; i <= to; i++) {
      sum += latencies[i];
    }
    return sum / (to - from + 1);
  }

  private double[][] visits(WorkflowPlan plan) {
    double[][] visits = new double[stages.size()][0];
    WorkflowPlan before = keptPlan;
    for (int s = 0; s < visits.length; s++) {
      if (stages.get(s).within() == null) {
        visits[s] =
            before != null && isSame(s, plan, before)
                ? kept[s]
                : simulation.stageLatenciesMillis(plan, stages.get(s).name());
      }
    }
    return visits;
  }

  /** True if both plans have the same plan for a stage and for all its nested stages. */
  private boolean isSame(int stage, WorkflowPlan one, WorkflowPlan other) {
    if (!one.stages().get(stage).equals(other.stages().get(stage))) {
      return false;
    }
    Workflow workflow = simulation.workflow();
    for (Stage inside : CallerAttempts.allWithin(workflow, stages.get(stage).name())) {
      int index = workflow.index(inside.name());
      if (!one.stages().get(index).equals(other.stages().get(index))) {
        return false;
      }
    }
    return true;
  }

  private double[] endToEnd(double[][] visits) {
    double[] ends = new double[simulation.requests()];
    for (int s = 0; s < visits.length; s++) {
      if (stages.get(s).within() == null) {
        double[] end = finished[s];
        Arrays.fill(end, 0);
        for (String before : stages.get(s).after()) {
          latest(end, finished[simulation.workflow().index(before)]);
        }
        for (int i = 0; i < end.length; i++) {
          end[i] += visits[s][i];
        }
        latest(ends, end);
      }
    }
    return ends;
  }

  private static void latest(double[] times, double[] others) {
    for (int i = 0; i < times.length; i++) {
      times[i] = Math.max(times[i], others[i]);
    }
  }
}
