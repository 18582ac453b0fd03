package org.curtail.papers.experiments;

import java.util.List;
import org.curtail.benchkit.standin.KwikenCase;
import org.curtail.cli.workflow.load.WorkflowFeedback;
import org.curtail.cli.workflow.load.WorkflowStep;
import org.curtail.cli.workflow.load.WorkflowTrial;
import org.curtail.workflow.Workflow;
import org.curtail.workflow.WorkflowPlan;
import org.curtail.workflow.load.WorkflowLoad;
import org.curtail.workflow.load.WorkflowTraffic;
import org.curtail.workflow.plan.BudgetSplit;
import org.curtail.workflow.plan.Realisation;
import org.curtail.workflow.plan.WorkflowCurves;

/**
 * A case beyond the Kwiken paper: the stages of one workflow on servers with queues, where copies
 * are load. Figures are falls of the p99 in percent.
 *
 * @param predicted fall by SumVar's plan without queues
 * @param held true if no queue grew without end
 * @param afterFeedback fall with queues, with the plan that holds; 0 if no plan holds
 */
record KwikenQueues(double predicted, boolean held, double afterFeedback) {
  static final double UTILISATION = 0.5;
  static final int WORKFLOWS = 4;
  static final int FEWEST_STAGES = 6;
  static final int MOST_STAGES = 20;

  private static final double PER_SECOND = 1_000;
  private static final int SLOTS = 4;

  static KwikenQueues measure(KwikenCase of, int requests, long seed) {
    Workflow workflow = of.training();
    WorkflowPlan plan = KwikenPlans.of(workflow).sumVar(KwikenReissue.BUDGET);
    WorkflowLoad load = WorkflowLoad.sized(workflow, PER_SECOND, UTILISATION, SLOTS, List.of());
    WorkflowTraffic traffic = WorkflowTraffic.poisson(PER_SECOND, requests, seed);
    WorkflowFeedback feedback =
        WorkflowFeedback.simulate(
            load,
            traffic,
            plan,
            (seen, goal) ->
                BudgetSplit.sumVar().plan(WorkflowCurves.of(seen), goal, Realisation.TIME_OUT));
    WorkflowTrial without = feedback.trials().getFirst();
    WorkflowTrial asPlanned = feedback.trials().size() > 1 ? feedback.trials().get(1) : without;
    return new KwikenQueues(
        100 * asPlanned.predictedReduction(without),
        asPlanned.keptUp(),
        switch (feedback.step()) {
          case WorkflowStep.Accepted accepted -> 100 * accepted.best().observedReduction(without);
          case WorkflowStep.Refused refused -> 0;
          case WorkflowStep.Run run -> throw new IllegalStateException("no verdict: " + run);
        });
  }
}
