package org.curtail.cli.traces;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.curtail.benchkit.terminal.OutputFile;
import org.curtail.cli.commandline.OutputOptions;
import org.curtail.cli.commandline.SharedOptions;
import org.curtail.traces.TraceSet;
import org.curtail.traces.action.Advice;
import org.curtail.traces.workflow.TracedWorkflow;
import org.curtail.traces.workflow.WhatIf;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code curtail traces report}: a workflow as a page. */
@Command(
    name = "report",
    description = {
      "Writes a page on a workflow: advice, typical and slow requests side by side, the waits of the end of requests, the calls as a graph, and the times of each.",
      "The page is self-contained and has no scripts."
    },
    mixinStandardHelpOptions = true,
    sortOptions = false,
    footer = {
      "",
      "Examples:",
      "  curtail traces report traces/ --out report.html",
      "  curtail traces report jaeger.json --workflow 2 --out report.html --overwrite"
    })
final class ReportCommand implements Callable<Integer> {
  /** Remaining share of a stage's work with two threads, in the advice. */
  private static final double SPEEDUP = 2;

  @Mixin private final InputOptions input = new InputOptions();

  @Mixin private final WorkflowChoice choice = new WorkflowChoice();

  @Mixin private final ReplayOptions replay = new ReplayOptions();

  @Mixin private final RepeatOptions repeat = new RepeatOptions();

  @Mixin private final OutputOptions output = new OutputOptions();

  @Mixin final SharedOptions shared = new SharedOptions();

  @Override
  public Integer call() throws IOException {
    replay.check();
    Path out = output.required("the page");
    OutputOptions.spare("IN", input.first(), "--out", out);
    TraceSet recording = input.read(shared.console);
    TracedWorkflow workflow = choice.of(recording);
    Optional<Advice> advice = Optional.empty();
    if (workflow.traces().size() >= 2 * WhatIf.LEAST_REQUESTS) {
      var terms = new Advice.Limits(repeat.of(recording), replay.budget(), SPEEDUP);
      advice = Optional.of(Advice.of(workflow, recording.traces(), terms, replay.seed()));
    } else {
      shared.console.warn(
          "a workflow with fewer than %d requests gets no advice"
              .formatted(2 * WhatIf.LEAST_REQUESTS));
    }
    String page = TracesPage.of(workflow, advice, InstanceText.of(workflow, replay.seed()));
    OutputFile.write(out, writer -> writer.append(page));
    shared.console.say("Wrote the page to " + out);
    return 0;
  }
}
