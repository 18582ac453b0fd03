package org.curtail.papers.experiments;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.curtail.benchkit.standin.KwikenCase;
import org.curtail.workflow.Workflow;
import org.curtail.workflow.WorkflowPlan;
import org.curtail.workflow.simulate.WorkflowSimulation;

/**
 * Reissue in one workflow of one fit. All plans serve the same requests.
 *
 * @param runs runs by the name of the plan
 */
record KwikenReissue(String workflow, int stages, Map<String, KwikenRun> runs) {
  /** Budgets of the figure, in percent. */
  static final List<Double> BUDGETS = List.of(1.0, 2.0, 3.0, 5.0, 10.0);

  /** Budgets of the opponents. */
  static final List<Double> FEW_BUDGETS = List.of(1.0, 5.0, 10.0);

  /** Budget of the paper's abstract. */
  static final double BUDGET = 5;

  /** Requests on the training days, for the plan. */
  static final String ON_TRAINING = "SumVar on the training days";

  KwikenReissue {
    runs = Map.copyOf(runs);
  }

  KwikenRun run(String policy) {
    KwikenRun run = runs.get(policy);
    if (run == null) {
      throw new IllegalArgumentException("not measured: " + policy);
    }
    return run;
  }

  boolean has(String policy) {
    return runs.containsKey(policy);
  }

  static KwikenReissue measure(KwikenCase of, int requests, long seed) {
    KwikenPlans plans = KwikenPlans.of(of.training());
    var runs = new LinkedHashMap<String, KwikenRun>();
    var test = new OneDay(of.test(), requests, seed, runs);
    for (double budget : BUDGETS) {
      test.run(KwikenPlans.at(KwikenPlans.SUM_VAR, budget), plans.sumVar(budget));
      test.run(KwikenPlans.at(KwikenPlans.HULL_FILL, budget), plans.hullFill(budget));
    }
    for (double budget : FEW_BUDGETS) {
      test.run(KwikenPlans.at(KwikenPlans.EQUAL_FRACTION, budget), plans.equalFraction(budget));
      test.run(KwikenPlans.at(KwikenPlans.EQUAL_BUDGET, budget), plans.equalBudget(budget));
      test.run(KwikenPlans.at(KwikenPlans.SLOWEST, budget), plans.slowestStage(budget));
    }
    test.run(KwikenPlans.HAND_SET, plans.handSet());
    test.run(KwikenPlans.ALL_TWICE, plans.allTwice());
    test.run(KwikenPlans.BY_MEAN, plans.byMean(BUDGET));
    test.run(KwikenPlans.BY_CRITICALITY, plans.byCriticality(BUDGET, requests / 2, seed + 3));
    Workflow days = of.test();
    if (KwikenRequests.canRun(days)) {
      var global = new KwikenGlobal(plans, requests, seed + 2);
      KwikenGlobal.SHARES.forEach((name, share) ->
          runs.put(name, KwikenGlobal.tried(days, requests, seed + 4, global.plan(share))));
    }
    // Other requests than those of the test, as those of another day are.
    new OneDay(of.training(), requests, seed + 1, runs).run(ON_TRAINING, plans.sumVar(BUDGET));
    of.variants()
        .forEach((name, variant) ->
            new OneDay(variant, requests, seed, runs).run(name, plans.sumVar(BUDGET)));
    return new KwikenReissue(of.name(), plans.curves().curves().size(), runs);
  }

  /** Requests of all plans. */
  private static final class OneDay {
    private final WorkflowSimulation simulation;
    private final KwikenTail without;
    private final Map<String, KwikenRun> runs;

    OneDay(Workflow workflow, int requests, long seed, Map<String, KwikenRun> runs) {
      simulation = WorkflowSimulation.of(workflow, requests, seed);
      without = KwikenTail.of(simulation.run(WorkflowPlan.none(workflow)));
      this.runs = runs;
    }

    void run(String name, WorkflowPlan plan) {
      runs.put(name, KwikenRun.of(without, simulation.run(plan)));
    }
  }
}
