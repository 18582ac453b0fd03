package org.curtail.cli.workflow;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.curtail.benchkit.files.JsonFile;
import org.curtail.benchkit.results.ResultsFile;
import org.curtail.benchkit.terminal.OptionRules;
import org.curtail.benchkit.terminal.OutputFile;
import org.curtail.benchkit.terminal.UsageError;
import org.curtail.cli.commandline.CommandWords;
import org.curtail.cli.commandline.OutputOptions;
import org.curtail.cli.commandline.SharedOptions;
import org.curtail.cli.export.NextExport;
import org.curtail.workflow.CatchUpBudget;
import org.curtail.workflow.Workflow;
import org.curtail.workflow.WorkflowGoal;
import org.curtail.workflow.WorkflowPlan;
import org.curtail.workflow.plan.WorkflowPlanDocument;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code curtail workflow plan}: one budget of copies, split over the stages of a workflow. */
@Command(
    name = "plan",
    description = {
      "Splits one budget of copies over the services of a workflow, so that its tail becomes short.",
      "For each service the plan has the delay after which a call without an answer is sent again, and the probability. Shows the gain on times that were not used for the plan."
    },
    mixinStandardHelpOptions = true,
    sortOptions = false,
    footer = {
      "",
      "Examples:",
      "  curtail workflow plan workflow.json --budget 0.05 --out plan.json",
      "  curtail workflow plan workflow.json --target-ms 250 --out plan.json",
      "  curtail workflow plan workflow.json --budget 0.03 --loss 0.001 \\",
      "      --out plan.json --results results.json"
    })
final class PlanCommand implements Callable<Integer> {
  @Parameters(
      paramLabel = "WORKFLOW",
      description = "The workflow, as curtail workflow generate writes it.")
  private Path file = Path.of("");

  @Mixin private final GoalOptions goals = new GoalOptions();

  @Mixin private final TrialOptions trial = new TrialOptions();

  @Mixin private final MethodOptions methods = new MethodOptions();

  @Mixin private final CatchUpOptions catchUps = new CatchUpOptions();

  @Option(
      names = "--held-out",
      paramLabel = "WORKFLOW",
      description =
          "The same workflow with other times, for testing the plan. Default: a plan of the earlier half of the times is tested on the later half.")
  private @Nullable Path heldOut;

  @Mixin private final OutputOptions output = new OutputOptions();

  @Option(
      names = "--results",
      paramLabel = "FILE",
      description = "File for results, for curtail report: stages, curves, budgets. Takes longer.")
  private @Nullable Path results;

  @Mixin final SharedOptions shared = new SharedOptions();

  @Override
  public Integer call() throws IOException, InterruptedException {
    double percentile = trial.percentile();
    WorkflowGoal goal = goals.goal(percentile);
    Double targetMs = goals.targetMs();
    Method method = methods.method(trial.requests(), trial.seed(), catchUps.budget());
    requirePlain(method, goal, targetMs);
    checkPlaces();
    Workflow workflow = JsonFile.WORKFLOW.read(file);
    Workflow other = heldOut == null ? null : other(heldOut, workflow);
    Planned planned =
        new Planning(workflow, method, shared.console).of(goal, targetMs, other, results != null);
    List<String> notes = notes(workflow, planned);
    WorkflowPlanDocument noted = planned.noted(line().toString(), notes);
    if (shared.json) {
      shared.console.json(PlannedOutput.json(noted, planned));
    } else {
      PlannedOutput.of(planned).lines().forEach(shared.console::result);
    }
    notes.forEach(shared.console::warn);
    write(noted, planned, notes);
    sayNext();
    return 0;
  }

  /** Rejects options that other methods of planning do not have. */
  private static void requirePlain(Method method, WorkflowGoal goal, @Nullable Double targetMs) {
    boolean catchesUp = !method.catchUp().equals(CatchUpBudget.NONE);
    if (!method.isPlain()) {
      String way =
          method.split() == Split.HULL ? "--time-outs" : "--split " + method.split().option;
      OptionRules.excludes("--target-ms", targetMs != null, way);
      OptionRules.excludes("--loss", goal.loss() > 0, way);
      OptionRules.excludes("--catch-up", catchesUp, way);
    }
    OptionRules.excludes("--target-ms", targetMs != null && goal.loss() > 0, "--loss");
    OptionRules.excludes("--target-ms", targetMs != null && catchesUp, "--catch-up");
  }

  private void checkPlaces() throws IOException {
    OutputOptions.spare("WORKFLOW", file, "--out", output.out);
    OutputOptions.spare("WORKFLOW", file, "--results", results);
    OutputOptions.spare("--held-out", heldOut, "--out", output.out);
    OutputOptions.spare("--held-out", heldOut, "--results", results);
    output.check(results);
  }

  private static Workflow other(Path place, Workflow workflow) {
    Workflow other = JsonFile.WORKFLOW.read(place);
    try {
      WorkflowPlan.none(workflow).requireFits(other);
    } catch (IllegalArgumentException e) {
      throw new UsageError("--held-out: %s: %s".formatted(place, e.getMessage()), e);
    }
    return other;
  }

  private CommandWords line() {
    return CommandWords.of("workflow", "plan", file.toString())
        .all(goals)
        .all(trial)
        .all(methods)
        .all(catchUps)
        .ifGiven("--held-out", heldOut);
  }

  private static List<String> notes(Workflow workflow, Planned planned) {
    var notes = new ArrayList<String>();
    WorkflowText.tooFew(workflow, planned.goal().percentile()).ifPresent(notes::add);
    PlannedOutput.overrun(planned).ifPresent(notes::add);
    PlannedOutput.change(planned).ifPresent(notes::add);
    if (workflow.stages().stream().noneMatch(stage -> stage.times().arePairs())) {
      notes.add(
          "no stage has times of copies, so they are assumed to be independent of first calls; this makes copies of requests that are slow everywhere look better than they are");
    }
    return notes;
  }

  private void write(WorkflowPlanDocument noted, Planned planned, List<String> notes)
      throws IOException {
    Path out = output.out;
    if (out != null) {
      JsonFile.WORKFLOW_PLAN.write(out, noted);
      shared.console.say("Wrote the plan to " + out);
    }
    if (results != null) {
      String command = line().ifGiven("--out", out).option("--results", results).toString();
      OutputFile.write(
          results, writer -> ResultsFile.write(PlannedResults.of(planned, command, notes), writer));
      shared.console.say("Wrote the results to " + results);
    }
  }

  private void sayNext() {
    Path out = output.out;
    if (out == null) {
      shared.sayNotWritten("the plan", "plan.json");
      return;
    }
    shared.sayNext("workflow", "simulate", file, "--plan", out, "--utilisation", 0.5);
    if (results != null) {
      shared.sayReport(results, "report.html");
    }
    NextExport.ofWorkflow(out, file).ifPresent(shared::sayNext);
  }
}
