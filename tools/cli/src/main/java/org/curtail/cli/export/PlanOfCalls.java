package org.curtail.cli.export;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.curtail.benchkit.files.InputFile;
import org.curtail.benchkit.files.JsonFile;
import org.curtail.benchkit.terminal.UsageError;
import org.curtail.benchkit.text.Numbers;
import org.curtail.reissue.Reissue;
import org.curtail.workflow.StagePlan;
import org.curtail.workflow.plan.WorkflowPlanDocument;
import org.jspecify.annotations.Nullable;

/**
 * All copied calls of a plan for a workflow, for a target that supports several.
 *
 * @param calls calls by name
 * @param expected effect of the plan on whole requests; null if the file does not give it
 */
record PlanOfCalls(Map<String, Copies> calls, WorkflowPlanDocument.@Nullable Expected expected) {
  private static final String FORMAT = "curtail-workflow-plan/";

  /** True if a file contains a plan for a workflow; false if it cannot be read. */
  static boolean isIn(Path file) {
    return InputFile.format(file).filter(it -> it.startsWith(FORMAT)).isPresent();
  }

  /**
   * Reads the plan.
   *
   * @throws UsageError if the plan sends no copies, or copies that the target does not support
   */
  static PlanOfCalls of(Path file, Target target) {
    WorkflowPlanDocument noted = JsonFile.WORKFLOW_PLAN.read(file);
    Map<String, Copies> calls = new LinkedHashMap<>();
    for (StagePlan stage : noted.plan().stages()) {
      for (Reissue copy : stage.policy().reissues()) {
        if (copy.probability() == 0) {
          continue;
        }
        if (copy.probability() < 1 && !target.saysProbability()) {
          throw new UsageError(
              "%s: --to %s cannot send a copy with a probability, here %s for %s: plan again with curtail workflow plan --time-outs"
                  .formatted(
                      file, target.name(), Numbers.significant(copy.probability()), stage.stage()));
        }
        calls.put(
            stage.stage(),
            new Copies(
                copy.delayMillis(),
                copy.probability(),
                stage.reissueFraction(),
                Math.max(stage.reissueFraction(), StageOfPlan.LEAST_BUDGET)));
      }
    }
    if (calls.isEmpty()) {
      throw new UsageError(
          file + ": expected a plan that sends calls again, found one that sends none");
    }
    return new PlanOfCalls(calls, noted.heldOut() == null ? noted.predicted() : noted.heldOut());
  }

  /** The effect on whole requests, in words; empty if the file does not give it. */
  List<String> gain() {
    WorkflowPlanDocument.Expected brings = expected;
    return brings == null
        ? List.of()
        : List.of(
            "Expected: p99 of whole requests %s instead of %s; copies cost %s of all work"
                .formatted(
                    Numbers.time(brings.p99().withMillis()),
                    Numbers.time(brings.p99().withoutMillis()),
                    Numbers.percent(brings.cost())));
  }
}
