package org.curtail.cli.workflow;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.curtail.benchkit.files.JsonFile;
import org.curtail.benchkit.results.Results;
import org.curtail.benchkit.results.ResultsFile;
import org.curtail.benchkit.terminal.OptionRules;
import org.curtail.benchkit.terminal.OutputFile;
import org.curtail.benchkit.terminal.UsageError;
import org.curtail.cli.commandline.CommandWords;
import org.curtail.cli.commandline.OutputOptions;
import org.curtail.cli.commandline.SharedOptions;
import org.curtail.cli.export.NextExport;
import org.curtail.cli.workflow.LoadOptions.Setting;
import org.curtail.workflow.CatchUpBudget;
import org.curtail.workflow.Workflow;
import org.curtail.workflow.WorkflowPlan;
import org.curtail.workflow.load.WorkflowTraffic;
import org.curtail.workflow.plan.WorkflowPlanDocument;
import org.curtail.workflow.simulate.WorkflowSimulation;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * {@code curtail workflow simulate}: tests a plan on simulated requests, with or without queues.
 */
@Command(
    name = "simulate",
    description = {
      "Tries a plan for a workflow on simulated requests, with queues or without.",
      "With queues, copies make servers slower. If the plan does not hold there, the command searches a plan that does. It also compares kinds of help for late requests: --catch-up accepts several, with commas between them."
    },
    mixinStandardHelpOptions = true,
    sortOptions = false,
    footer = {
      "",
      "Examples:",
      "  curtail workflow simulate workflow.json --plan plan.json",
      "  curtail workflow simulate workflow.json --plan plan.json --rps 100",
      "  curtail workflow simulate workflow.json --plan plan.json --utilisation 0.7 \\",
      "      --replicas 3 --cancel --out held.json",
      "  curtail workflow simulate workflow.json --plan plan.json --utilisation 0.3 \\",
      "      --catch-up threads,priority,reissue --results results.json"
    })
final class SimulateCommand implements Callable<Integer> {
  private static final int FEWEST_REQUESTS = 1_000;
  private static final int MOST_REQUESTS = 10_000_000;

  @Parameters(
      paramLabel = "WORKFLOW",
      description = "The workflow, as curtail workflow generate writes it.")
  private Path file = Path.of("");

  @Option(
      names = "--plan",
      required = true,
      paramLabel = "FILE",
      description = "The plan, as curtail workflow plan writes it.")
  private Path planFile = Path.of("");

  @Mixin private final LoadOptions loads = new LoadOptions();

  @Option(
      names = "--thin",
      description =
          "With queues: a plan that does not hold keeps its delays and gets lower probabilities. Default: it is planned again from the measured times, for less budget.")
  private boolean thin;

  @Option(
      names = "--requests",
      paramLabel = "N",
      description = "Requests in each run. Default: ${DEFAULT-VALUE}.")
  private int requests = 40_000;

  @Option(
      names = "--seed",
      paramLabel = "S",
      description = "Seed of all random choices. Default: ${DEFAULT-VALUE}.")
  private long seed = 1;

  @Mixin private final CatchUpOptions catchUps = new CatchUpOptions();

  @Mixin private final OutputOptions output = new OutputOptions();

  @Option(
      names = "--results",
      paramLabel = "FILE",
      description = "File for results, for curtail report. Takes longer.")
  private @Nullable Path results;

  @Mixin final SharedOptions shared = new SharedOptions();

  @Override
  public Integer call() throws IOException, InterruptedException {
    OptionRules.whole("--requests", requests, FEWEST_REQUESTS, MOST_REQUESTS);
    List<CatchUpBudget> late = catchUps.budgets();
    checkPlaces();
    Workflow workflow = JsonFile.WORKFLOW.read(file);
    WorkflowPlan plan = JsonFile.readPlan(planFile, workflow).plan();
    Setting setting = loads.setting(workflow);
    if (setting == null) {
      requireNoQueues(late);
      withoutQueues(workflow, plan);
    } else {
      withQueues(setting, plan, late);
    }
    return 0;
  }

  private void checkPlaces() throws IOException {
    OutputOptions.spare("WORKFLOW", file, "--out", output.out);
    OutputOptions.spare("--plan", planFile, "--out", output.out);
    OutputOptions.spare("WORKFLOW", file, "--results", results);
    OutputOptions.spare("--plan", planFile, "--results", results);
    output.check(results);
  }

  /** Rejects options that need queues. */
  private void requireNoQueues(List<CatchUpBudget> late) {
    OptionRules.needs("--out", output.out != null, "--rps or --utilisation");
    OptionRules.needs("--thin", thin, "--rps or --utilisation");
    OptionRules.needs("--catch-up", !late.isEmpty(), "--rps or --utilisation");
  }

  private void withoutQueues(Workflow workflow, WorkflowPlan plan)
      throws IOException, InterruptedException {
    WorkflowSimulation simulation = WorkflowSimulation.of(workflow, requests, seed);
    Tried tried = Tried.of(plan, simulation);
    shared.show(tried.output(requests, seed));
    if (results != null) {
      write(TriedResults.of(tried, simulation, fullLine(), shared.console), results);
    }
    shared.sayNext("workflow", "simulate", file, "--plan", planFile, "--utilisation", 0.5);
  }

  private void withQueues(Setting setting, WorkflowPlan plan, List<CatchUpBudget> late)
      throws IOException, InterruptedException {
    WorkflowTraffic traffic = WorkflowTraffic.poisson(setting.perSecond(), requests, seed);
    Loaded loaded = Loaded.of(setting, traffic, plan, thin, shared.console);
    List<CaughtUp> caughtUp =
        late.isEmpty() ? List.of() : CaughtUp.of(loaded, late, shared.console);
    shared.show(LoadedOutput.of(loaded, caughtUp));
    Path out = output.out;
    if (out != null && !loaded.holds()) {
      throw new UsageError("--out: no plan holds under this load; nothing was written");
    }
    if (results != null) {
      write(LoadedResults.of(loaded, caughtUp, fullLine(), shared.console), results);
    }
    if (out != null) {
      write(loaded, out);
    } else if (results == null && loaded.holds() && !loaded.holdsAsGiven()) {
      var again =
          new ArrayList<Object>(shared.command.commandLine().getParseResult().originalArgs());
      again.addAll(List.of("--out", SharedOptions.free("held.json")));
      shared.sayNext(again.toArray());
    }
  }

  private void write(Results made, Path place) throws IOException {
    OutputFile.write(place, writer -> ResultsFile.write(made, writer));
    shared.console.say("Wrote the results to " + place);
    shared.sayReport(place, "report.html");
  }

  private void write(Loaded loaded, Path out) throws IOException {
    JsonFile.WORKFLOW_PLAN.write(
        out,
        new WorkflowPlanDocument(
            loaded.plan(), null, null, line().toString(), List.of(loaded.reason())));
    shared.console.say("Wrote the plan that holds to " + out);
    NextExport.ofWorkflow(out, file).ifPresent(shared::sayNext);
  }

  /** The command that does the same again. */
  private CommandWords line() {
    return CommandWords.of("workflow", "simulate", file.toString())
        .option("--plan", planFile)
        .all(loads)
        .flag("--thin", thin)
        .all(catchUps)
        .option("--requests", requests)
        .option("--seed", seed);
  }

  private String fullLine() {
    return line().ifGiven("--out", output.out).ifGiven("--results", results).toString();
  }
}
