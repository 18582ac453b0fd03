package org.curtail.cli.traces;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.curtail.benchkit.files.JsonFile;
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

/** {@code curtail traces show}: the workflows of a recording, and the stages of one. */
@Command(
    name = "show",
    description = "Lists the workflows of recorded requests, and the stages of one of them.",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    footer = {
      "",
      "Examples:",
      "  curtail traces show traces/",
      "  curtail traces show spans.csv.gz --workflow 2 --json",
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

  @Mixin private final OutputOptions output = new OutputOptions();

  @Mixin final SharedOptions shared = new SharedOptions();

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
    List<TracedStage> stages = recording.stages(chosen);
    shared.show(output(recording.contents(), workflows, stages));
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

  private Output output(
      Contents contents, List<WorkflowSummary> workflows, List<TracedStage> stages) {
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
    var output =
        new Output()
            .field("requests", contents.requests())
            .field("spans", contents.spans())
            .field("damage", DamageText.fields(contents.damage()))
            .field("workflows", all.records())
            .field("workflow", choice.number())
            .field("stages", own.records());
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
            "Workflow %d: %s".formatted(choice.number(), workflows.get(choice.number() - 1).kind()))
        .table(own.first(SHOWN));
  }

  private static String shortened(String name) {
    return name.length() <= LONGEST_NAME ? name : name.substring(0, LONGEST_NAME) + "...";
  }
}
