package org.curtail.cli.traces;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.curtail.benchkit.files.JsonFile;
import org.curtail.benchkit.text.Columns;
import org.curtail.benchkit.text.Numbers;
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

/** {@code curtail traces show}: which workflows a recording has, and the stages of one. */
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
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int SHOWN = 12;
  private static final int LONGEST_NAME = 70;

  /** More make a file no better to plan with, but larger than what is read again. */
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
    if (shared.json) {
      shared.console.json(json(recording.contents(), workflows, stages));
    } else {
      workflowLines(workflows).forEach(shared.console::result);
      shared.console.result("");
      shared.console.result("Workflow %d: %s".formatted(choice.number(), chosen));
      stageLines(stages).forEach(shared.console::result);
    }
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

  private String json(Contents contents, List<WorkflowSummary> workflows, List<TracedStage> stages)
      throws JsonProcessingException {
    ObjectNode json =
        JSON.createObjectNode().put("requests", contents.requests()).put("spans", contents.spans());
    json.set("damage", DamageText.json(contents.damage()));
    ArrayNode list = json.putArray("workflows");
    for (WorkflowSummary workflow : workflows) {
      list.addObject()
          .put("service", workflow.kind().service())
          .put("operation", workflow.kind().operation())
          .put("requests", workflow.requests())
          .put("p50Ms", workflow.medianMillis())
          .put("p99Ms", workflow.tailMillis())
          .set("calls", JSON.valueToTree(workflow.kind().calls().stream().sorted().toList()));
    }
    json.put("workflow", choice.number());
    ArrayNode array = json.putArray("stages");
    for (TracedStage stage : stages) {
      array
          .addObject()
          .put("service", stage.stage().service())
          .put("operation", stage.stage().operation())
          .put("share", stage.share())
          .put("visits", stage.visits())
          .put("together", stage.together())
          .put("ownMs", stage.ownMillis())
          .put("p50Ms", stage.medianMillis())
          .put("p99Ms", stage.tailMillis());
    }
    return JSON.writeValueAsString(json);
  }

  private static List<String> workflowLines(List<WorkflowSummary> workflows) {
    var rows = new ArrayList<List<String>>();
    rows.add(List.of("workflow", "requests", "p50 ms", "p99 ms", "calls"));
    for (int i = 0; i < Math.min(SHOWN, workflows.size()); i++) {
      WorkflowSummary workflow = workflows.get(i);
      rows.add(
          List.of(
              "%d".formatted(i + 1),
              Numbers.count(workflow.requests()),
              Numbers.significant(workflow.medianMillis()),
              Numbers.significant(workflow.tailMillis()),
              "%d".formatted(workflow.kind().calls().size())));
    }
    List<String> aligned = Columns.aligned(rows);
    var lines = new ArrayList<String>();
    for (int i = 0; i < aligned.size(); i++) {
      lines.add(
          aligned.get(i)
              + "   "
              + (i == 0 ? "what" : shortened(workflows.get(i - 1).kind().toString())));
    }
    if (workflows.size() > SHOWN) {
      lines.add("and %d more".formatted(workflows.size() - SHOWN));
    }
    return lines;
  }

  private static String shortened(String name) {
    return name.length() <= LONGEST_NAME ? name : name.substring(0, LONGEST_NAME) + "...";
  }

  private static List<String> stageLines(List<TracedStage> stages) {
    var rows = new ArrayList<List<String>>();
    rows.add(
        List.of("stage", "of requests", "calls each", "at once", "own ms", "p50 ms", "p99 ms"));
    for (TracedStage stage : stages.stream().limit(SHOWN).toList()) {
      rows.add(
          List.of(
              shortened(stage.stage().toString()),
              Numbers.percent(stage.share()),
              Numbers.significant(stage.visits()),
              "%d".formatted(stage.together()),
              Numbers.significant(stage.ownMillis()),
              Numbers.significant(stage.medianMillis()),
              Numbers.significant(stage.tailMillis())));
    }
    return Columns.aligned(rows);
  }
}
