package org.curtail.cli.workflow;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.curtail.benchkit.files.JsonFile;
import org.curtail.benchkit.terminal.OutputFile;
import org.curtail.benchkit.text.Output;
import org.curtail.cli.chart.WorkflowDrawing;
import org.curtail.cli.commandline.OutputOptions;
import org.curtail.cli.commandline.SharedOptions;
import org.curtail.workflow.Workflow;
import org.curtail.workflow.simulate.WorkflowSimulation;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * {@code curtail workflow show}: shows the times of a workflow's stages, and the stages that make
 * requests slow.
 */
@Command(
    name = "show",
    description = {
      "Shows which services of a workflow make slow requests slow.",
      "A service is to blame for one of the slowest 5 %% of the requests if it delays the answer there by its mean and two standard deviations more."
    },
    mixinStandardHelpOptions = true,
    sortOptions = false,
    footer = {
      "",
      "Examples:",
      "  curtail workflow show workflow.json",
      "  curtail workflow show workflow.json --percentile 99.9 --picture workflow.svg"
    })
final class ShowCommand implements Callable<Integer> {
  @Parameters(
      paramLabel = "WORKFLOW",
      description = "The workflow, as curtail workflow generate writes it.")
  private Path file = Path.of("");

  @Mixin private final TrialOptions trial = new TrialOptions();

  @Option(
      names = "--picture",
      paramLabel = "FILE",
      description = "File for an SVG of the stages, with their times and blame.")
  private @Nullable Path picture;

  @Option(names = "--overwrite", description = "Replace an existing picture.")
  private boolean overwrite;

  @Mixin final SharedOptions shared = new SharedOptions();

  @Override
  public Integer call() throws IOException, InterruptedException {
    double percentile = trial.percentile();
    int requests = trial.requests();
    OutputOptions.spare("WORKFLOW", file, "--picture", picture);
    Path place = picture;
    if (place != null) {
      OutputFile.check(place, overwrite);
    }
    Workflow workflow = JsonFile.WORKFLOW.read(file);
    var simulation = WorkflowSimulation.of(workflow, requests, trial.seed());
    Shown shown = Shown.of(simulation, percentile, shared.console);
    Output output = shown.output();
    Together.of(simulation, percentile).addTo(output, shown.result().percentileMillis(percentile));
    shared.show(output);
    WorkflowText.tooFew(workflow, percentile).ifPresent(shared.console::warn);
    if (place != null) {
      OutputFile.write(place, writer -> WorkflowDrawing.write(Drawings.of(shown), writer));
      shared.console.say("Wrote a picture of it to " + place);
    }
    shared.sayNext(
        "workflow", "plan", file, "--budget", 0.05, "--out", SharedOptions.free("plan.json"));
    return 0;
  }
}
