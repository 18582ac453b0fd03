package org.curtail.cli.traces;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.util.concurrent.Callable;
import org.curtail.benchkit.text.Numbers;
import org.curtail.benchkit.text.Output;
import org.curtail.benchkit.text.Table;
import org.curtail.benchkit.text.Unit;
import org.curtail.cli.commandline.SharedOptions;
import org.curtail.traces.tables.Recording;
import org.curtail.traces.workflow.PathBlame;
import org.curtail.traces.workflow.PathBlame.Blamed;
import org.curtail.traces.workflow.TracedWorkflow;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code curtail traces blame}: the waits of a workflow's slowest requests. */
@Command(
    name = "blame",
    description = {
      "Shows the waits of the slowest 1 %% of the requests of a workflow, beside usual ones.",
      "Usual requests are from the 40th to the 60th percentile. Times are on the critical path: the waits of a request's end."
    },
    mixinStandardHelpOptions = true,
    sortOptions = false,
    footer = {
      "",
      "Examples:",
      "  curtail traces blame traces/",
      "  curtail traces blame jaeger.json --workflow 2 --json"
    })
final class BlameCommand implements Callable<Integer> {
  private static final int SHOWN = 12;
  private static final int FEW = 30;

  @Mixin private final InputOptions input = new InputOptions();

  @Mixin private final WorkflowChoice choice = new WorkflowChoice();

  @Mixin final SharedOptions shared = new SharedOptions();

  @Override
  public Integer call() throws JsonProcessingException {
    TracedWorkflow workflow;
    try (Recording recording = input.open(shared.console)) {
      workflow = recording.requests(choice.of(recording.workflows()).kind());
    }
    PathBlame blame = PathBlame.of(workflow);
    shared.show(output(workflow, blame));
    if (blame.slow() < FEW) {
      shared.console.warn(
          "the slowest 1 % are only "
              + blame.slow()
              + " requests; others may be slow for other reasons");
    }
    return 0;
  }

  private static Output output(TracedWorkflow workflow, PathBlame blame) {
    double all = blame.slowMillis() - blame.usualMillis();
    Table<Blamed> stages =
        Table.of(blame.stages())
            .field("service", stage -> stage.stage().service())
            .field("operation", stage -> stage.stage().operation())
            .show("stage", Unit.NAME, Blamed::stage)
            .add("slow ms", "slowMs", Unit.NUMBER, Blamed::slowMillis)
            .add("of that network, queue", "slowBeyondMs", Unit.NUMBER, Blamed::slowBeyondMillis)
            .add("usual ms", "usualMs", Unit.NUMBER, Blamed::usualMillis)
            .add("more ms", "moreMs", Unit.NUMBER, Blamed::moreMillis)
            .add("from", "lowMs", Unit.NUMBER, Blamed::lowMillis)
            .add("to", "highMs", Unit.NUMBER, Blamed::highMillis)
            .show("share", Unit.PERCENT, stage -> all > 0 ? stage.moreMillis() / all : null);
    return new Output()
        .field("workflow", workflow.kind().toString())
        .field("requests", workflow.traces().size())
        .field("slow", blame.slow())
        .field("usual", blame.usual())
        .field("slowMs", blame.slowMillis())
        .field("usualMs", blame.usualMillis())
        .field("stages", stages.records())
        .line("Workflow: " + workflow.kind())
        .line(
            "%s slow requests, mean %s; %s usual ones, mean %s"
                .formatted(
                    Numbers.count(blame.slow()),
                    Numbers.time(blame.slowMillis()),
                    Numbers.count(blame.usual()),
                    Numbers.time(blame.usualMillis())))
        .gap()
        .table(stages.first(SHOWN));
  }
}
