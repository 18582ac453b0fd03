package org.curtail.app.workflow;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.curtail.app.commandline.CommandWords;
import org.curtail.app.commandline.NextStep;
import org.curtail.app.commandline.OutputOptions;
import org.curtail.app.commandline.SharedOptions;
import org.curtail.app.workflow.LoadOptions.Setting;
import org.curtail.measurement.files.WorkflowFile;
import org.curtail.measurement.files.WorkflowPlanFile;
import org.curtail.measurement.terminal.Misuse;
import org.curtail.measurement.terminal.OptionRules;
import org.curtail.workflow.NotedWorkflowPlan;
import org.curtail.workflow.Workflow;
import org.curtail.workflow.WorkflowPlan;
import org.curtail.workflow.WorkflowSimulation;
import org.curtail.workflow.WorkflowTraffic;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code curtail workflow simulate}: a plan on simulated requests, with queues or without. */
@Command(
    name = "simulate",
    description = {
      "Tries a plan for a workflow on simulated requests, with queues or without.",
      "With queues, copies make servers slower. If the plan does not hold there, the command looks"
          + " for one that does."
    },
    mixinStandardHelpOptions = true,
    sortOptions = false,
    footer = {
      "",
      "Examples:",
      "  curtail workflow simulate workflow.json --plan plan.json",
      "  curtail workflow simulate workflow.json --plan plan.json --rps 100",
      "  curtail workflow simulate workflow.json --plan plan.json --utilisation 0.7 \\",
      "      --replicas 3 --cancel --out held.json"
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
          "With queues: a plan that does not hold keeps its delays and gets lower probabilities."
              + " Default: it is planned anew from the times that were seen, for less.")
  private boolean thin;

  @Option(
      names = "--requests",
      paramLabel = "N",
      description = "Requests in each run. Default: ${DEFAULT-VALUE}.")
  private int requests = 40_000;

  @Option(
      names = "--seed",
      paramLabel = "S",
      description = "Of all that chance decides. Default: ${DEFAULT-VALUE}.")
  private long seed = 1;

  @Mixin private final OutputOptions output = new OutputOptions();

  @Mixin final SharedOptions shared = new SharedOptions();

  @Spec
  @SuppressWarnings("NullAway.Init") // picocli sets it.
  private CommandSpec spec;

  @Override
  public Integer call() throws IOException {
    OptionRules.whole("--requests", requests, FEWEST_REQUESTS, MOST_REQUESTS);
    OutputOptions.spare("WORKFLOW", file, "--out", output.out);
    OutputOptions.spare("--plan", planFile, "--out", output.out);
    output.check(null);
    Workflow workflow = WorkflowFile.read(file);
    WorkflowPlan plan = WorkflowPlanFile.read(planFile, workflow).plan();
    Setting setting = loads.setting(workflow);
    if (setting == null) {
      withoutQueues(workflow, plan);
    } else {
      withQueues(setting, plan);
    }
    return 0;
  }

  private void withoutQueues(Workflow workflow, WorkflowPlan plan) throws IOException {
    if (output.out != null) {
      throw OptionRules.needs("--out", "--rps or --utilisation");
    }
    if (thin) {
      throw OptionRules.needs("--thin", "--rps or --utilisation");
    }
    Tried tried = Tried.of(plan, WorkflowSimulation.of(workflow, requests, seed));
    if (shared.json) {
      shared.console.json(SimulatedJson.text(tried, requests, seed));
    } else {
      TriedText.lines(tried, requests, seed).forEach(shared.console::result);
    }
    NextStep.say(
        spec,
        shared.console,
        "workflow",
        "simulate",
        file,
        "--plan",
        planFile,
        "--utilisation",
        0.5);
  }

  private void withQueues(Setting setting, WorkflowPlan plan) throws IOException {
    WorkflowTraffic traffic = WorkflowTraffic.poisson(setting.perSecond(), requests, seed);
    Loaded loaded = Loaded.of(setting, traffic, plan, thin, shared.console);
    if (shared.json) {
      shared.console.json(SimulatedJson.text(loaded));
    } else {
      LoadedText.lines(loaded).forEach(shared.console::result);
    }
    Path out = output.out;
    if (out != null) {
      write(loaded, out);
    }
  }

  private void write(Loaded loaded, Path out) throws IOException {
    if (!loaded.holds()) {
      throw new Misuse("--out: no plan holds under this load; nothing was written");
    }
    String command =
        CommandWords.of("workflow", "simulate", file.toString())
            .option("--plan", planFile)
            .all(loads)
            .flag("--thin", thin)
            .option("--requests", requests)
            .option("--seed", seed)
            .toString();
    WorkflowPlanFile.write(
        out,
        new NotedWorkflowPlan(
            loaded.plan(), null, null, command, List.of(loaded.reason())));
    shared.console.say("Wrote the plan that holds to " + out);
    String first = loaded.plan().stages().getFirst().stage();
    NextStep.say(
        spec, shared.console, "export", out, "--stage", first, "--workflow", file, "--to", "grpc");
  }
}
