package org.curtail.app.workflow;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import org.curtail.measurement.terminal.Console;
import org.curtail.measurement.terminal.Misuse;
import org.curtail.measurement.text.Numbers;
import org.curtail.workflow.CostBound;
import org.curtail.workflow.Stage;
import org.curtail.workflow.StageCurve;
import org.curtail.workflow.Workflow;
import org.curtail.workflow.WorkflowCurves;
import org.curtail.workflow.WorkflowGoal;
import org.curtail.workflow.WorkflowHalves;
import org.curtail.workflow.WorkflowPlan;
import org.curtail.workflow.WorkflowPlanner;
import org.curtail.workflow.WorkflowSimulation;
import org.jspecify.annotations.Nullable;

/** From a workflow to a plan and all that is said of it, on all cores. */
final class Planning {
  /** What a user who chooses a budget wants to see beside it. */
  private static final List<Double> FEW_BUDGETS = List.of(0.005, 0.01, 0.02, 0.05, 0.1);

  /** What a line against the budget is drawn from. */
  private static final List<Double> ALL_BUDGETS =
      List.of(0.005, 0.01, 0.02, 0.035, 0.05, 0.075, 0.1, 0.15, 0.2);

  /** With fewer times there is nothing to learn from half of them. */
  private static final int FEWEST_HALVED = 40;

  private final Workflow workflow;
  private final Method method;
  private final WorkflowSimulation simulation;
  private final Console console;

  Planning(Workflow workflow, Method method, Console console) {
    this.workflow = workflow;
    this.method = method;
    this.simulation = simulation(workflow);
    this.console = console;
  }

  private WorkflowSimulation simulation(Workflow of) {
    return WorkflowSimulation.of(of, method.options().requests(), method.options().seed());
  }

  /**
   * The plan for a goal.
   *
   * @param targetMs that the percentile must come down to, for the least budget; null to spend the
   *     goal's budget
   * @param other the same workflow with other times; null to hold half of its own out
   * @param drawn whether lines are drawn against the budget
   */
  Planned of(WorkflowGoal goal, @Nullable Double targetMs, @Nullable Workflow other, boolean drawn)
      throws InterruptedException {
    WorkflowCurves curves = curves(workflow);
    WorkflowPlan plan =
        targetMs == null ? method.plan(curves, goal) : least(curves, goal, targetMs);
    Tried tried = Tried.of(plan, simulation);
    return new Planned(
        method,
        Shown.of(simulation, goal.percentile()),
        curves,
        tried,
        CostBound.of(curves, plan),
        StageTail.of(simulation, plan, goal.percentile()),
        other == null ? halves(goal, plan) : other(plan, other),
        budgets(curves, tried, drawn ? ALL_BUDGETS : FEW_BUDGETS, drawn));
  }

  private WorkflowCurves curves(Workflow of) throws InterruptedException {
    List<Callable<StageCurve>> tasks =
        of.stages().stream().<Callable<StageCurve>>map(stage -> () -> drawn(stage)).toList();
    return WorkflowCurves.of(of, OnAllCores.of(tasks, "curves", console));
  }

  /** The hull too, which is drawn when it is first asked for. */
  static StageCurve drawn(Stage stage) {
    StageCurve curve = StageCurve.of(stage);
    curve.hull();
    return curve;
  }

  private WorkflowPlan least(WorkflowCurves curves, WorkflowGoal goal, double targetMs) {
    Optional<WorkflowPlan> plan =
        WorkflowPlanner.leastBudget(curves, goal.percentile(), targetMs, method.options());
    return plan.orElseThrow(() -> {
      double least = simulation.run(method.plan(curves, goal)).percentileMillis(goal.percentile());
      return new Misuse(
          "--target-ms: no budget brings the %s of %s to %s: with a budget of 1 it is %s"
              .formatted(
                  Numbers.percentile(goal.percentile()),
                  workflow.name(),
                  Numbers.time(targetMs),
                  Numbers.time(least)));
    });
  }

  private Planned.@Nullable HeldOut halves(WorkflowGoal goal, WorkflowPlan plan)
      throws InterruptedException {
    if (workflow.stages().stream().anyMatch(stage -> stage.times().size() < FEWEST_HALVED)) {
      return null;
    }
    WorkflowHalves halves = WorkflowHalves.of(workflow);
    // Of a target, the budget that was found is what is tried.
    var spent = new WorkflowGoal(goal.percentile(), plan.goal().budget(), goal.loss());
    WorkflowPlan ofEarlier = method.plan(curves(halves.earlier()), spent);
    return new Planned.HeldOut(
        Tried.of(ofEarlier, simulation(halves.later())),
        "the plan of the earlier half of the times, on the later half");
  }

  private Planned.HeldOut other(WorkflowPlan plan, Workflow other) {
    return new Planned.HeldOut(
        Tried.of(plan, simulation(other)), "this plan, on the times of --held-out");
  }

  private List<BudgetPoint> budgets(
      WorkflowCurves curves, Tried tried, List<Double> shown, boolean opponentsToo)
      throws InterruptedException {
    WorkflowGoal goal = tried.plan().goal();
    var budgets = new TreeSet<>(shown);
    budgets.add(goal.budget());
    Method plain = method.withoutPolish();
    var tasks = new ArrayList<Callable<BudgetPoint>>();
    for (double budget : budgets) {
      tasks.add(() ->
          budget == goal.budget()
              ? new BudgetPoint(
                  method.split(), budget, tried.withMillis(), tried.with().budgetUsed())
              : point(plain, curves, goal, budget));
    }
    for (Split opponent : Split.OPPONENTS) {
      for (double budget : opponentsToo ? budgets : List.of(goal.budget())) {
        if (opponent != method.split()) {
          tasks.add(() -> point(plain.splitting(opponent), curves, goal, budget));
        }
      }
    }
    return OnAllCores.of(tasks, "budgets", console);
  }

  private BudgetPoint point(Method by, WorkflowCurves curves, WorkflowGoal goal, double budget) {
    var other = new WorkflowGoal(goal.percentile(), budget, goal.loss());
    var result = simulation.run(by.plan(curves, other));
    return new BudgetPoint(
        by.split(), budget, result.percentileMillis(goal.percentile()), result.budgetUsed());
  }
}
