package org.curtail.cli.workflow;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import org.curtail.benchkit.terminal.Console;
import org.curtail.benchkit.terminal.UsageError;
import org.curtail.benchkit.text.Numbers;
import org.curtail.workflow.Stage;
import org.curtail.workflow.Workflow;
import org.curtail.workflow.WorkflowGoal;
import org.curtail.workflow.WorkflowHalves;
import org.curtail.workflow.WorkflowPlan;
import org.curtail.workflow.plan.CostBound;
import org.curtail.workflow.plan.StageCurve;
import org.curtail.workflow.plan.WorkflowCurves;
import org.curtail.workflow.plan.WorkflowPlanner;
import org.curtail.workflow.simulate.WorkflowResult;
import org.curtail.workflow.simulate.WorkflowSimulation;
import org.jspecify.annotations.Nullable;

/** Makes a plan for a workflow, with all findings on the plan, on all cores. */
final class Planning {
  /** Budgets for comparison with the chosen one. */
  private static final List<Double> FEW_BUDGETS = List.of(0.005, 0.01, 0.02, 0.05, 0.1);

  /** Budgets of the points of a line against the budget. */
  private static final List<Double> ALL_BUDGETS =
      List.of(0.005, 0.01, 0.02, 0.035, 0.05, 0.075, 0.1, 0.15, 0.2);

  /** Least number of times to divide into halves; with fewer, a half is too small for planning. */
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
   * @param targetMs target of the percentile, for the least budget; null to use the goal's budget
   * @param other the same workflow with other times; null to hold out half of the workflow's own
   *     times
   * @param drawn true if lines against the budget are drawn
   */
  Planned of(WorkflowGoal goal, @Nullable Double targetMs, @Nullable Workflow other, boolean drawn)
      throws InterruptedException {
    WorkflowCurves curves = curves(workflow);
    WorkflowPlan plan =
        targetMs == null ? method.plan(curves, goal) : least(curves, goal, targetMs);
    Callable<Planned.HeldOut> heldOut = other == null ? halves(goal, plan) : other(plan, other);
    try (var cores = new OnAllCores("figures", console)) {
      Supplier<Shown> shown = Shown.begin(simulation, goal.percentile(), cores);
      Supplier<Tried> tried = cores.begin(() -> Tried.of(plan, simulation));
      Supplier<List<StageTail>> tails =
          cores.begin(() -> StageTail.of(simulation, plan, goal.percentile()));
      Supplier<Planned.HeldOut> unseen = heldOut == null ? null : cores.begin(heldOut);
      List<Supplier<BudgetPoint>> budgets = budgets(curves, plan.goal(), tried, drawn, cores);
      cores.await();
      return new Planned(
          method,
          shown.get(),
          curves,
          tried.get(),
          CostBound.of(curves, plan),
          tails.get(),
          unseen == null ? null : unseen.get(),
          budgets.stream().map(Supplier::get).toList());
    }
  }

  private WorkflowCurves curves(Workflow of) throws InterruptedException {
    List<Callable<StageCurve>> tasks =
        of.stages().stream().<Callable<StageCurve>>map(stage -> () -> drawn(stage)).toList();
    return WorkflowCurves.of(of, OnAllCores.of(tasks, "curves", console));
  }

  /** The curve of a stage with its hull, which is computed on first use. */
  static StageCurve drawn(Stage stage) {
    StageCurve curve = StageCurve.of(stage);
    curve.hullAt(0);
    return curve;
  }

  private WorkflowPlan least(WorkflowCurves curves, WorkflowGoal goal, double targetMs) {
    Optional<WorkflowPlan> plan =
        WorkflowPlanner.leastBudget(curves, goal.percentile(), targetMs, method.options());
    return plan.orElseThrow(() -> {
      double least = simulation.run(method.plan(curves, goal)).percentileMillis(goal.percentile());
      return new UsageError(
          "--target-ms: no budget lowers the %s of %s to %s: with a budget of 1 it is %s"
              .formatted(
                  Numbers.percentile(goal.percentile()),
                  workflow.name(),
                  Numbers.time(targetMs),
                  Numbers.time(least)));
    });
  }

  /**
   * Tests a plan from half of the times on the other half; returns null if there are too few times.
   */
  private @Nullable Callable<Planned.HeldOut> halves(WorkflowGoal goal, WorkflowPlan plan)
      throws InterruptedException {
    if (workflow.stages().stream().anyMatch(stage -> stage.times().size() < FEWEST_HALVED)) {
      return null;
    }
    WorkflowHalves halves = WorkflowHalves.of(workflow);
    // For a target, the computed budget is tested.
    var spent = new WorkflowGoal(goal.percentile(), plan.goal().budget(), goal.loss());
    WorkflowPlan ofEarlier = method.plan(curves(halves.earlier()), spent);
    return () ->
        new Planned.HeldOut(
            Tried.of(ofEarlier, simulation(halves.later())),
            "the plan of the earlier half of the times, on the later half");
  }

  private Callable<Planned.HeldOut> other(WorkflowPlan plan, Workflow other) {
    return () ->
        new Planned.HeldOut(
            Tried.of(plan, simulation(other)), "this plan, on the times of --held-out");
  }

  /** Returns the gains by budget; the gain of the plan's budget is already known. */
  private List<Supplier<BudgetPoint>> budgets(
      WorkflowCurves curves,
      WorkflowGoal goal,
      Supplier<Tried> tried,
      boolean drawn,
      OnAllCores cores) {
    var budgets = new TreeSet<>(drawn ? ALL_BUDGETS : FEW_BUDGETS);
    budgets.add(goal.budget());
    Method plain = method.withoutPolish();
    var points = new ArrayList<Supplier<BudgetPoint>>();
    for (double budget : budgets) {
      points.add(
          budget == goal.budget()
              ? () -> point(method.split(), goal, budget, tried.get().with())
              : cores.begin(() -> point(plain, curves, goal, budget)));
    }
    for (Split opponent : Split.OPPONENTS) {
      for (double budget : drawn ? budgets : List.of(goal.budget())) {
        if (opponent != method.split()) {
          points.add(cores.begin(() -> point(plain.splitting(opponent), curves, goal, budget)));
        }
      }
    }
    return points;
  }

  private BudgetPoint point(Method by, WorkflowCurves curves, WorkflowGoal goal, double budget) {
    var other = new WorkflowGoal(goal.percentile(), budget, goal.loss());
    return point(by.split(), goal, budget, simulation.run(by.plan(curves, other)));
  }

  private static BudgetPoint point(
      Split split, WorkflowGoal goal, double budget, WorkflowResult result) {
    return new BudgetPoint(
        split, budget, result.percentileMillis(goal.percentile()), result.budgetUsed());
  }
}
