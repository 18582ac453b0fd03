package org.curtail.workflow.partial;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.function.DoubleFunction;
import java.util.function.ToDoubleFunction;
import org.curtail.Percentile;
import org.curtail.reissue.ReissuePolicy;
import org.curtail.workflow.CatchUp;
import org.curtail.workflow.CatchUpBudget;
import org.curtail.workflow.StagePlan;
import org.curtail.workflow.Workflow;
import org.curtail.workflow.WorkflowPlan;
import org.curtail.workflow.plan.WorkflowCurves;
import org.curtail.workflow.simulate.WorkflowResult;
import org.curtail.workflow.simulate.WorkflowSimulation;

/**
 * Adds catch-up to a plan: finds the time T_z after which a request is late, so that catching up
 * keeps its budget (Kwiken, section 4.3). The cost depends on all earlier stages, so it is
 * simulated.
 */
final class CatchUpSearch {
  private static final int HALVINGS = 14;

  /** Evaluated values of T_z of global reissue, as percentiles of the end-to-end latency. */
  private static final double[] LATE_FROM = {10, 25, 50, 65, 80, 90, 95, 98};

  /** Relative tolerance of the simulated cost. */
  private static final double TOLERANCE = 0.01;

  private final WorkflowCurves curves;
  private final Workflow workflow;
  private final WorkflowSimulation simulation;
  private final WorkflowPlan plan;
  private final double[] ascending;

  CatchUpSearch(WorkflowCurves curves, WorkflowSimulation simulation, WorkflowPlan plan) {
    this.curves = curves;
    workflow = curves.workflow();
    this.simulation = simulation;
    this.plan = plan;
    ascending = simulation.run(plan).latenciesMillis();
    Arrays.sort(ascending);
  }

  /** Returns the plan with more threads for late visits. */
  WorkflowPlan threads(CatchUpBudget.Threads budget) {
    return earliest(
        late -> new CatchUp.Threads(late, budget.degree(), budget.speedup()),
        WorkflowResult::extraThreadTime,
        budget.extraThreadTime());
  }

  /**
   * Returns the plan with priority for late visits. Without queues, priority changes no latency.
   */
  WorkflowPlan priority(CatchUpBudget.Priority budget) {
    return earliest(CatchUp.Priority::new, this::lateShare, budget.lateShare());
  }

  /** Returns the share of late visits, by cost. */
  private double lateShare(WorkflowResult result) {
    double late = 0;
    for (int s = 0; s < workflow.stages().size(); s++) {
      late += workflow.stages().get(s).cost() * result.lateFraction(s);
    }
    return late / workflow.totalCost();
  }

  /** Returns the plan with the least T_z whose cost keeps a budget. */
  private WorkflowPlan earliest(
      DoubleFunction<CatchUp> catchUp, ToDoubleFunction<WorkflowResult> cost, double budget) {
    WorkflowPlan always = with(catchUp.apply(0));
    if (cost.applyAsDouble(simulation.run(always)) <= budget) {
      return always;
    }
    double low = 0;
    double high = ascending[ascending.length - 1];
    for (int i = 0; i < HALVINGS; i++) {
      double middle = low + (high - low) / 2;
      if (cost.applyAsDouble(simulation.run(with(catchUp.apply(middle)))) <= budget) {
        high = middle;
      } else {
        low = middle;
      }
    }
    return with(catchUp.apply(high));
  }

  /**
   * Returns the plan with more copies for late visits, if one is better. Stages share the budget of
   * late visits in proportion to their copies, as in the paper.
   *
   * @param share part of the budget of copies for late visits; the plan itself spends the rest
   */
  WorkflowPlan global(double share) {
    WorkflowPlan best = plan;
    double percentile = plan.goal().percentile();
    double least = Percentile.of(ascending, percentile);
    for (double from : LATE_FROM) {
      WorkflowPlan candidate = with(eager(Percentile.of(ascending, from), share));
      WorkflowResult result = simulation.run(candidate);
      double millis = result.percentileMillis(percentile);
      if (millis < least && result.budgetUsed() <= plan.goal().budget() * (1 + TOLERANCE)) {
        least = millis;
        best = candidate;
      }
    }
    return best;
  }

  private CatchUp eager(double lateMillis, double share) {
    // Counts the late visits: without policies of their own, they run as usual.
    WorkflowResult counted = simulation.run(with(new CatchUp.GlobalReissue(lateMillis, Map.of())));
    Map<String, ReissuePolicy> policies = new HashMap<>();
    for (int s = 0; s < workflow.stages().size(); s++) {
      StagePlan stage = plan.stages().get(s);
      double late = counted.lateFraction(s);
      if (late > 0 && stage.reissueFraction() > 0) {
        double more = stage.reissueFraction() * share / (1 - share) / late;
        double fraction = Math.min(1, stage.reissueFraction() + more);
        policies.put(stage.stage(), curves.curves().get(s).leastVariance(fraction).policy());
      }
    }
    return new CatchUp.GlobalReissue(lateMillis, policies);
  }

  private WorkflowPlan with(CatchUp catchUp) {
    return new WorkflowPlan(plan.workflow(), plan.goal(), plan.stages(), catchUp);
  }
}
