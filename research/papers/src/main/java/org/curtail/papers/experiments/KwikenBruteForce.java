package org.curtail.papers.experiments;

import java.util.List;
import org.curtail.benchkit.standin.KwikenCase;
import org.curtail.benchkit.standin.KwikenRandom;
import org.curtail.workflow.PlanOptions;
import org.curtail.workflow.Workflow;
import org.curtail.workflow.WorkflowPlan;
import org.curtail.workflow.plan.WorkflowCurves;
import org.curtail.workflow.plan.WorkflowPlanner;
import org.curtail.workflow.simulate.WorkflowSimulation;

/**
 * The falls of the p99 of a small workflow at one budget on the test days, in percent.
 *
 * @param sumVar falls with SumVar
 * @param exact with the exact split and SingleR
 * @param random with the best of many random splits on the training days
 * @param polished falls with the exact split, improved on the training days
 */
record KwikenBruteForce(double sumVar, double exact, double random, double polished) {
  /** Budgets in percent. */
  static final List<Double> BUDGETS = List.of(1.0, 5.0, 10.0);

  /** As in the paper. */
  static final int WORKFLOWS = 9;

  /** Fewest stages; smaller workflows have nothing to split. */
  static final int FEWEST_STAGES = 4;

  static final int MOST_STAGES = 20;

  /** Requests of each trial of a split. */
  private static final int REQUESTS = 4_000;

  static KwikenBruteForce measure(
      KwikenCase of, double budgetPercent, KwikenMeasured.Sizes sizes, long seed) {
    KwikenPlans plans = KwikenPlans.of(of.training());
    WorkflowCurves curves = plans.curves();
    Workflow test = of.test();
    var simulation = WorkflowSimulation.of(test, sizes.requests(), seed);
    double without = p99(simulation, WorkflowPlan.none(test));
    WorkflowPlan random =
        new KwikenRandomSplits(curves, REQUESTS, seed + 1)
            .best(budgetPercent, sizes.splits(), KwikenRandom.of(seed, 1, 0));
    PlanOptions options = PlanOptions.DEFAULT.polishing().simulating(REQUESTS, seed + 2);
    WorkflowPlan polished = WorkflowPlanner.plan(curves, KwikenPlans.goal(budgetPercent), options);
    return new KwikenBruteForce(
        100 * (1 - p99(simulation, plans.sumVar(budgetPercent)) / without),
        100 * (1 - p99(simulation, plans.hullFill(budgetPercent)) / without),
        100 * (1 - p99(simulation, random) / without),
        100 * (1 - p99(simulation, polished) / without));
  }

  private static double p99(WorkflowSimulation simulation, WorkflowPlan plan) {
    return simulation.run(plan).percentileMillis(KwikenPlans.PERCENTILE);
  }
}
