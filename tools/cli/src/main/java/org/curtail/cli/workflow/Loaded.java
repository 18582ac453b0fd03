package org.curtail.cli.workflow;

import java.util.List;
import org.curtail.benchkit.terminal.Console;
import org.curtail.benchkit.terminal.StopSignal;
import org.curtail.cli.workflow.LoadOptions.Setting;
import org.curtail.cli.workflow.load.ThinnedPlan;
import org.curtail.cli.workflow.load.WorkflowFeedback;
import org.curtail.cli.workflow.load.WorkflowObservation;
import org.curtail.cli.workflow.load.WorkflowStep;
import org.curtail.cli.workflow.load.WorkflowTrial;
import org.curtail.workflow.CatchUpBudget;
import org.curtail.workflow.PlanOptions;
import org.curtail.workflow.Workflow;
import org.curtail.workflow.WorkflowGoal;
import org.curtail.workflow.WorkflowPlan;
import org.curtail.workflow.load.WorkflowLoadResult;
import org.curtail.workflow.load.WorkflowTraffic;
import org.curtail.workflow.partial.CombinedPlanner;
import org.curtail.workflow.plan.Realisation;
import org.curtail.workflow.plan.WorkflowCurves;

/**
 * A plan on servers with queues, where copies are load. The plan first runs unchanged. If it does
 * not hold, there are further plans with less budget until one holds.
 *
 * @param setting the servers, and the rate of requests
 * @param traffic the requests
 * @param feedback all runs, and the verdict
 * @param without result without the plan
 * @param with result with the plan that holds; with the given plan if none holds
 */
record Loaded(
    Setting setting,
    WorkflowTraffic traffic,
    WorkflowFeedback feedback,
    WorkflowLoadResult without,
    WorkflowLoadResult with) {
  /**
   * Divisor of the number of requests: this share of first requests does not count, because they
   * meet empty servers.
   */
  static final int WARM_UP_SHARE = 10;

  static final String STOPPED = "stopped in the simulation; nothing was written";

  static Loaded of(
      Setting setting,
      WorkflowTraffic traffic,
      WorkflowPlan plan,
      boolean thinned,
      Console console) {
    WorkflowFeedback feedback =
        thinned
            ? WorkflowFeedback.of(plan, ThinnedPlan.planner(plan))
            : WorkflowFeedback.of(plan, areTimeOuts(plan) ? Loaded::timeOuts : Loaded::planned);
    while (feedback.step() instanceof WorkflowStep.Run run) {
      StopSignal.check(STOPPED);
      console.progress("run %d".formatted(feedback.trials().size() + 1));
      WorkflowTraffic others = traffic.again(run.repeat());
      feedback = feedback.observe(WorkflowObservation.of(setting.load(), run.plan(), others));
    }
    int warmUp = traffic.requests() / WARM_UP_SHARE;
    WorkflowPlan without = feedback.trials().getFirst().plan();
    return new Loaded(
        setting,
        traffic,
        feedback,
        setting.load().run(without, traffic).afterWarmUp(warmUp),
        setting.load().run(kept(feedback, plan), traffic).afterWarmUp(warmUp));
  }

  private static WorkflowPlan planned(Workflow seen, WorkflowGoal goal) {
    return CombinedPlanner.plan(
        WorkflowCurves.of(seen), goal, CatchUpBudget.NONE, PlanOptions.DEFAULT);
  }

  /** Plans again under load. A plan without probabilities is replaced by such a plan. */
  private static WorkflowPlan timeOuts(Workflow seen, WorkflowGoal goal) {
    return Split.HULL.split().plan(WorkflowCurves.of(seen), goal, Realisation.TIME_OUT);
  }

  private static boolean areTimeOuts(WorkflowPlan plan) {
    return plan.goal().loss() == 0
        && plan.stages().stream()
            .flatMap(stage -> stage.policy().reissues().stream())
            .allMatch(copy -> copy.probability() == 1);
  }

  private static WorkflowPlan kept(WorkflowFeedback feedback, WorkflowPlan given) {
    return feedback.step() instanceof WorkflowStep.Accepted accepted
        ? accepted.best().plan()
        : given;
  }

  boolean holds() {
    return feedback.step() instanceof WorkflowStep.Accepted;
  }

  /** True if the given plan holds. */
  boolean holdsAsGiven() {
    return feedback.step() instanceof WorkflowStep.Accepted accepted && accepted.asPlanned();
  }

  /** The reason why the plan holds or not, in a sentence or two. */
  String reason() {
    return switch (feedback.step()) {
      case WorkflowStep.Accepted accepted -> accepted.reason();
      case WorkflowStep.Refused refused -> refused.reason();
      case WorkflowStep.Run run -> throw new AssertionError(run);
    };
  }

  List<WorkflowTrial> trials() {
    return feedback.trials();
  }

  /**
   * The run of the given plan. The run without copies, if even that run exceeded the servers'
   * capacity.
   */
  WorkflowTrial given() {
    return trials().get(Math.min(1, trials().size() - 1));
  }

  /** The plan that holds. */
  WorkflowPlan plan() {
    if (feedback.step() instanceof WorkflowStep.Accepted accepted) {
      return accepted.best().plan();
    }
    throw new IllegalStateException("no plan holds");
  }
}
