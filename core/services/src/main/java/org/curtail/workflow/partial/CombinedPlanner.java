package org.curtail.workflow.partial;

import java.util.ArrayList;
import java.util.List;
import org.curtail.workflow.CatchUp;
import org.curtail.workflow.CatchUpBudget;
import org.curtail.workflow.LossComposition;
import org.curtail.workflow.PartialAnswer;
import org.curtail.workflow.PlanOptions;
import org.curtail.workflow.Stage;
import org.curtail.workflow.StagePlan;
import org.curtail.workflow.Workflow;
import org.curtail.workflow.WorkflowGoal;
import org.curtail.workflow.WorkflowPlan;
import org.curtail.workflow.estimate.CopyCosts;
import org.curtail.workflow.estimate.StageWeights;
import org.curtail.workflow.partial.StageChoices.StageChoice;
import org.curtail.workflow.partial.Visits.StopOutcome;
import org.curtail.workflow.plan.CostBound;
import org.curtail.workflow.plan.StageCurve;
import org.curtail.workflow.plan.WorkflowCurves;
import org.curtail.workflow.plan.WorkflowPlanner;
import org.curtail.workflow.simulate.WorkflowSimulation;
import org.curtail.workflow.visit.Moments;

/**
 * Plans copies, partial answers and catch-up together, each within its budget (Kwiken, section
 * 4.4). The paper leaves its problem (4) open. The planner proposes loss for stages with many
 * answers, and copies for the others. For each stage with several needed answers, this planner
 * computes the variance over both budgets; {@link TwoBudgets} splits both at once. The best split
 * by the sum of variances need not be the best at a percentile. The planner therefore compares on
 * simulated requests:
 *
 * <ul>
 *   <li>both budgets split at once;
 *   <li>the paper's proposal: copies only for stages with one needed answer, loss only for the
 *       others;
 *   <li>copies by {@link WorkflowPlanner}, then the loss for this plan. Without loss and without
 *       catch-up, the result is the plan of {@link WorkflowPlanner}.
 * </ul>
 *
 * <p>The planner then evaluates the best plan with other stop rules, which minimise each stage's
 * own percentile at the same loss. Finally it adds catch-up with the least T_z that keeps the
 * budget. For global reissue, it takes the best of several T_z. The planner returns the plan
 * without global reissue if that plan is better.
 */
public final class CombinedPlanner {
  private final WorkflowCurves curves;
  private final Workflow workflow;
  private final PlanOptions options;
  private final WorkflowSimulation simulation;

  private CombinedPlanner(WorkflowCurves curves, PlanOptions options) {
    this.curves = curves;
    workflow = curves.workflow();
    this.options = options;
    simulation = WorkflowSimulation.of(workflow, options.requests(), options.seed());
  }

  /**
   * Returns the plan for a workflow.
   *
   * @param goal percentile to lower, budget of copies, and share of utility that may be lost
   * @param catchUp budget of late requests
   */
  public static WorkflowPlan plan(Workflow workflow, WorkflowGoal goal, CatchUpBudget catchUp) {
    return plan(WorkflowCurves.of(workflow), goal, catchUp, PlanOptions.DEFAULT);
  }

  /** Returns the plan from given curves. */
  public static WorkflowPlan plan(
      WorkflowCurves curves, WorkflowGoal goal, CatchUpBudget catchUp, PlanOptions options) {
    var planner = new CombinedPlanner(curves, options);
    return switch (catchUp) {
      case CatchUpBudget.None none -> planner.local(goal);
      case CatchUpBudget.Threads threads -> planner.search(planner.local(goal)).threads(threads);
      case CatchUpBudget.Priority priority ->
          planner.search(planner.local(goal)).priority(priority);
      case CatchUpBudget.GlobalReissue global -> planner.withGlobal(goal, global.share());
    };
  }

  private CatchUpSearch search(WorkflowPlan local) {
    return new CatchUpSearch(curves, simulation, local);
  }

  private WorkflowPlan withGlobal(WorkflowGoal goal, double share) {
    WorkflowPlan allLocal = local(goal);
    if (share == 0 || goal.budget() == 0) {
      return allLocal;
    }
    var less = new WorkflowGoal(goal.percentile(), goal.budget() * (1 - share), goal.loss());
    WorkflowPlan local = local(less);
    var kept = new WorkflowPlan(local.workflow(), goal, local.stages(), local.catchUp());
    return best(List.of(allLocal, search(kept).global(share)), goal.percentile());
  }

  /** Returns the best plan without catch-up. */
  private WorkflowPlan local(WorkflowGoal goal) {
    var reissue = WorkflowGoal.reissue(goal.percentile(), goal.budget());
    WorkflowPlan copies = WorkflowPlanner.plan(curves, reissue, options);
    var first = new WorkflowPlan(copies.workflow(), goal, copies.stages(), copies.catchUp());
    boolean maySplit =
        goal.loss() > 0
            && workflow.stages().stream().anyMatch(stage -> stage.responders().needed() > 1);
    if (!maySplit) {
      return first;
    }
    List<List<StageChoice>> choices = choices(goal);
    var plans = new ArrayList<WorkflowPlan>();
    plans.add(LossSplit.added(workflow, first, goal.loss(), options.seed()));
    plans.add(split(choices, goal));
    plans.add(split(apart(choices), goal));
    WorkflowPlan best = best(plans, goal.percentile());
    return best(List.of(best, forTail(best)), goal.percentile());
  }

  /**
   * Returns the plan with the same copies and losses, but stop rules of the least percentile of
   * each stage.
   */
  private WorkflowPlan forTail(WorkflowPlan plan) {
    var stages = new ArrayList<StagePlan>();
    for (StagePlan of : plan.stages()) {
      stages.add(of.partial().mayLose() ? forTail(of, plan.goal().percentile()) : of);
    }
    return new WorkflowPlan(plan.workflow(), plan.goal(), stages, plan.catchUp());
  }

  private StagePlan forTail(StagePlan plan, double percentile) {
    Stage stage = workflow.stage(plan.stage());
    Visits visits = Visits.of(stage, plan.policy(), StageChoices.visits(stage), options.seed());
    PartialAnswer answer = PartialAnswers.leastPercentile(visits, percentile, plan.loss());
    StopOutcome outcome = visits.under(answer);
    // Another stop rule changes the number of copies; more copies would exceed the budget.
    return outcome.reissueFraction() > plan.reissueFraction()
        ? plan
        : new StagePlan(
            plan.stage(), plan.policy(), outcome.reissueFraction(), answer, outcome.loss());
  }

  private WorkflowPlan best(List<WorkflowPlan> plans, double percentile) {
    WorkflowPlan best = plans.getFirst();
    double least = Double.POSITIVE_INFINITY;
    for (WorkflowPlan plan : plans) {
      double millis = Moments.about(percentile, simulation.run(plan).latenciesMillis());
      if (millis < least) {
        least = millis;
        best = plan;
      }
    }
    return best;
  }

  private List<List<StageChoice>> choices(WorkflowGoal goal) {
    double[] weights = StageWeights.of(workflow, goal, options);
    LossComposition composition = LossComposition.of(workflow);
    var copyCosts = new CopyCosts(workflow);
    double[] costs = copyCosts.ofAll(new double[workflow.stages().size()]);
    var choices = new ArrayList<List<StageChoice>>();
    for (int s = 0; s < costs.length; s++) {
      Stage stage = workflow.stages().get(s);
      StageCurve curve = curves.curves().get(s);
      double cost = costs[s] / copyCosts.first();
      List<StageChoice> ofStage =
          stage.responders().needed() > 1
              ? StageChoices.stopping(
                  stage, curve, cost, composition.weight(s), goal.loss(), options.seed())
              : StageChoices.waiting(stage, curve, cost);
      double weight = weights[s];
      choices.add(ofStage.stream().map(choice -> choice.weighted(weight)).toList());
    }
    return choices;
  }

  /** Keeps copies only for stages with one needed answer, loss only for the others. */
  private List<List<StageChoice>> apart(List<List<StageChoice>> choices) {
    var apart = new ArrayList<List<StageChoice>>();
    for (int s = 0; s < choices.size(); s++) {
      boolean several = workflow.stages().get(s).responders().needed() > 1;
      apart.add(choices.get(s).stream().filter(choice -> !several || choice.cost() == 0).toList());
    }
    return apart;
  }

  private WorkflowPlan split(List<List<StageChoice>> choices, WorkflowGoal goal) {
    double budget = goal.budget();
    WorkflowPlan plan = WorkflowPlan.none(workflow, goal);
    for (int round = 0; round < 8; round++) {
      plan = plan(TwoBudgets.split(choices, budget, goal.loss()), goal);
      double used = CostBound.of(curves, plan).most(options.safetyDeviations());
      // Copies of a caller run nested copies too, which the choices of single stages ignore.
      if (used <= goal.budget() * (1 + 1e-9)) {
        return plan;
      }
      budget *= goal.budget() / used;
    }
    return WorkflowPlan.none(workflow, goal);
  }

  private WorkflowPlan plan(TwoBudgets split, WorkflowGoal goal) {
    List<StagePlan> stages = split.choices().stream().map(StageChoice::plan).toList();
    return new WorkflowPlan(workflow.name(), goal, stages, CatchUp.NONE);
  }
}
