package org.curtail.cli.export;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.curtail.benchkit.files.JsonFile;
import org.curtail.benchkit.terminal.Abbreviated;
import org.curtail.benchkit.terminal.NearestName;
import org.curtail.benchkit.terminal.OptionRules;
import org.curtail.benchkit.terminal.UsageError;
import org.curtail.benchkit.text.Numbers;
import org.curtail.reissue.Reissue;
import org.curtail.reissue.ReissueForecast;
import org.curtail.reissue.plan.PlanDocument;
import org.curtail.workflow.CurvePoint;
import org.curtail.workflow.Stage;
import org.curtail.workflow.StagePlan;
import org.curtail.workflow.Workflow;
import org.curtail.workflow.WorkflowPlan;
import org.curtail.workflow.plan.StageBudgets;
import org.curtail.workflow.plan.StageCurve;
import org.jspecify.annotations.Nullable;

/** A stage of a plan for a workflow, for a target that supports one service only. */
final class StageOfPlan {
  /** Limit of names in a message. */
  private static final int MOST_NAMES = 20;

  /** Greatest relative excess of planned copies over those expected from the times. */
  private static final double MOST_OFF = 0.1;

  /** The smallest budget that a target supports. */
  static final double LEAST_BUDGET = 1e-6;

  private final Path file;
  private final WorkflowPlan plan;
  private final StagePlan stage;
  private final Reissue copy;

  private StageOfPlan(Path file, WorkflowPlan plan, StagePlan stage) {
    this.file = file;
    this.plan = plan;
    this.stage = stage;
    this.copy =
        stage.policy().reissues().stream()
            .filter(each -> each.probability() > 0)
            .findFirst()
            .orElseThrow(() ->
                new UsageError(
                    "%s: expected a stage that sends calls again, found that %s sends none"
                        .formatted(file, stage.stage())));
  }

  /**
   * The part of a stage that a target supports.
   *
   * @param file file of the plan
   * @param name name of the stage
   * @param place of the workflow, whose times give the loss of a target without a probability; null
   *     without a workflow
   * @throws UsageError if the plan has no such stage, or the stage sends no copies or unsupported
   *     ones
   */
  static PlanForTarget of(Path file, String name, @Nullable Path place, Target target) {
    if (place == null) {
      WorkflowPlan plan = JsonFile.WORKFLOW_PLAN.read(file).plan();
      return new StageOfPlan(file, plan, named(file, plan, name)).alone(target);
    }
    Workflow workflow = JsonFile.WORKFLOW.read(place);
    WorkflowPlan plan = JsonFile.readPlan(file, workflow).plan();
    return new StageOfPlan(file, plan, named(file, plan, name)).within(workflow, target);
  }

  private static StagePlan named(Path file, WorkflowPlan plan, String name) {
    List<String> names = plan.stages().stream().map(StagePlan::stage).toList();
    int index = names.indexOf(name);
    if (index < 0) {
      throw new UsageError(
          "--stage: expected %s, found '%s'%s"
              .formatted(
                  names.size() <= MOST_NAMES
                      ? OptionRules.alternatives(names)
                      : "one of the %d stages of %s".formatted(names.size(), file),
                  Abbreviated.of(name),
                  NearestName.hint(name, names)));
    }
    return plan.stages().get(index);
  }

  private PlanForTarget alone(Target target) {
    requireSayable(target, "add --workflow FILE, whose times give the best delay without one, or ");
    double budget = Math.max(stage.reissueFraction(), LEAST_BUDGET);
    return new PlanForTarget(
        new Copies(copy.delayMillis(), copy.probability(), stage.reissueFraction(), budget),
        null,
        null,
        List.of());
  }

  private void requireSayable(Target target, String remedy) {
    if (copy.probability() < 1 && !target.saysProbability()) {
      throw new UsageError(
          "%s: --to %s cannot send a copy with a probability, here %s: %splan again with curtail workflow plan --time-outs"
              .formatted(file, target.name(), Numbers.significant(copy.probability()), remedy));
    }
  }

  private PlanForTarget within(Workflow workflow, Target target) {
    PlanDocument noted = StageBudgets.of(workflow, plan).get(stage.stage());
    if (noted == null) {
      // The plan expects that no call is as late as the delay.
      return alone(target);
    }
    if (workflow.within(stage.stage()).isEmpty() && copy.probability() < 1) {
      Stage times = workflow.stage(stage.stage());
      noted = noted.withSingleD(isPlannedFrom(times) ? always(times) : null);
    }
    if (noted.singleD() == null) {
      requireSayable(target, "");
    }
    PlanForTarget found = PlanForTarget.of(noted, target, file);
    return new PlanForTarget(
        found.copies(),
        found.predictedMillis(),
        found.lostGain(),
        Stream.concat(found.remarks().stream(), noted.notes().stream()).toList());
  }

  /**
   * True if these times give the plan's copies. A plan for a load has later delays than its
   * workflow's times suggest; a delay from these times would be too early.
   */
  private boolean isPlannedFrom(Stage times) {
    double expected =
        ReissueForecast.of(times.times().attemptTimes(), stage.policy()).reissueFraction();
    return stage.reissueFraction() <= expected * (1 + MOST_OFF);
  }

  /**
   * The best plan for the same budget that always sends a copy, for targets without a probability.
   */
  private PlanDocument.@Nullable SingleD always(Stage times) {
    CurvePoint always = StageCurve.of(times).timeOut(stage.reissueFraction());
    return always.policy().reissues().isEmpty()
        ? null
        : new PlanDocument.SingleD(
            always.policy().reissues().getFirst().delayMillis(),
            always.reissueFraction(),
            ReissueForecast.of(times.times().attemptTimes(), always.policy())
                .percentileMillis(plan.goal().percentile()));
  }
}
