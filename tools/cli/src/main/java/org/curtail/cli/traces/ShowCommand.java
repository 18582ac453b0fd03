package org.curtail.cli.traces;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.curtail.benchkit.files.JsonFile;
import org.curtail.benchkit.terminal.UsageError;
import org.curtail.benchkit.text.Output;
import org.curtail.benchkit.text.Table;
import org.curtail.benchkit.text.Unit;
import org.curtail.cli.commandline.OutputOptions;
import org.curtail.cli.commandline.SharedOptions;
import org.curtail.traces.tables.Contents;
import org.curtail.traces.tables.Recording;
import org.curtail.traces.tables.WorkflowSummary;
import org.curtail.traces.workflow.CallGraph;
import org.curtail.traces.workflow.RequestKind;
import org.curtail.traces.workflow.TracedStage;
import org.curtail.workflow.Workflow;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code curtail traces show}: the workflows of a recording, and the stages of one. */
@Command(
    name = "show",
    description = {
      "Lists the workflows of recorded requests, and the stages of one of them.",
      "With --by instance: the instances of its services by time, and those that are slow more"
          + " often than others."
    },
    mixinStandardHelpOptions = true,
    sortOptions = false,
    footer = {
      "",
      "Examples:",
      "  curtail traces show traces/",
      "  curtail traces show spans.csv.gz --workflow 2 --json",
      "  curtail traces show traces/ --by instance",
      "  curtail traces show traces/ --workflow 2 --out workflow.json"
    })
final class ShowCommand implements Callable<Integer> {
  private static final int SHOWN = 12;
  private static final int LONGEST_NAME = 70;

  /**
   * Most requests in a workflow file; more do not improve plans, but make the file too large to
   * read.
   */
  private static final int MOST_REQUESTS = 5_000;

  @Mixin private final InputOptions input = new InputOptions();

  @Mixin private final WorkflowChoice choice = new WorkflowChoice();

  @Option(
      names = "--by",
      paramLabel = "WHAT",
      description =
          "Show the stages of the workflow, or the instances of services over time: stage or"
              + " instance. Default: stage.")
  private By by = By.STAGE;

  @Option(
      names = "--seed",
      paramLabel = "N",
      description = "Seed of intervals, with --by instance. Default: ${DEFAULT-VALUE}.")
  private long seed = 1;

  @Mixin private final OutputOptions output = new OutputOptions();

  @Mixin final SharedOptions shared = new SharedOptions();

  /** The rows of the second table. */
  private enum By {
    STAGE,
    INSTANCE
  }

  @Override
  public Integer call() throws IOException {
    output.check(null);
    try (Recording recording = input.open(shared.console)) {
      show(recording);
    }
    shared.sayNext("traces", "blame", input.words(), "--workflow", choice.number());
    return 0;
  }

  private void show(Recording recording) throws IOException {
    List<WorkflowSummary> workflows = recording.workflows();
    RequestKind chosen = choice.of(workflows).kind();
    Output shown = output(recording.contents(), workflows);
    switch (by) {
      case STAGE -> stages(recording.stages(chosen), shown);
      case INSTANCE ->
          InstanceText.of(recording.requests(chosen), seed)
              .orElseThrow(() ->
                  new UsageError(
                      "--by instance: expected spans with service.instance.id, k8s.pod.name or"
                          + " host.name, or with a column pod, instance or host, found none"))
              .addTo(shown);
    }
    shared.show(shown);
    Path out = output.out;
    if (out != null) {
      Workflow workflow =
          CallGraph.of(recording.requests(chosen))
              .workflow("workflow " + choice.number(), MOST_REQUESTS);
      JsonFile.WORKFLOW.write(out, workflow);
      shared.console.say("Wrote the workflow to " + out);
      shared.sayNext("workflow", "plan", out, "--out", SharedOptions.free("plan.json"));
    }
  }

  private Output output(Contents contents, List<WorkflowSummary> workflows) {
    Table<Integer> all =
        Table.ofIndices(workflows.size())
            .show("workflow", Unit.COUNT, i -> i + 1)
            .field("service", i -> workflows.get(i).kind().service())
            .field("operation", i -> workflows.get(i).kind().operation())
            .add("requests", "requests", Unit.COUNT, i -> workflows.get(i).requests())
            .add("p50 ms", "p50Ms", Unit.NUMBER, i -> workflows.get(i).medianMillis())
            .add("p99 ms", "p99Ms", Unit.NUMBER, i -> workflows.get(i).tailMillis())
            .show("calls", Unit.COUNT, i -> workflows.get(i).kind().calls().size())
            .field("calls", i -> workflows.get(i).kind().calls().stream().sorted().toList());
    var output =
        new Output()
            .field("requests", contents.requests())
            .field("spans", contents.spans())
            .field("damage", DamageText.fields(contents.damage()))
            .field("workflows", all.records())
            .field("workflow", choice.number());
    List<String> lines = all.first(SHOWN).lines();
    for (int i = 0; i < lines.size(); i++) {
      String what = i == 0 ? "what" : shortened(workflows.get(i - 1).kind().toString());
      output.line(lines.get(i) + "   " + what);
    }
    if (workflows.size() > SHOWN) {
      output.line("and %d more".formatted(workflows.size() - SHOWN));
    }
    return output
        .gap()
        .line(
            "Workflow %d: %s"
                .formatted(choice.number(), workflows.get(choice.number() - 1).kind()));
  }

  private static void stages(List<TracedStage> stages, Output output) {
    Table<TracedStage> own =
        Table.of(stages)
            .field("service", stage -> stage.stage().service())
            .field("operation", stage -> stage.stage().operation())
            .show("stage", Unit.NAME, stage -> shortened(stage.stage().toString()))
            .add("of requests", "share", Unit.PERCENT, TracedStage::share)
            .add("calls each", "visits", Unit.NUMBER, TracedStage::visits)
            .add("at once", "together", Unit.COUNT, TracedStage::together)
            .add("own ms", "ownMs", Unit.NUMBER, TracedStage::ownMillis)
            .add("p50 ms", "p50Ms", Unit.NUMBER, TracedStage::medianMillis)
            .add("p99 ms", "p99Ms", Unit.NUMBER, TracedStage::tailMillis);
    output.field("stages", own.records()).table(own.first(SHOWN));
  }

  private static String shortened(String name) {
    return name.length() <= LONGEST_NAME ? name : name.substring(0, LONGEST_NAME) + "...";
  }
}
