package org.curtail.cli.traces;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.curtail.benchkit.text.Columns;
import org.curtail.benchkit.text.Numbers;
import org.curtail.cli.commandline.SharedOptions;
import org.curtail.traces.tables.Recording;
import org.curtail.traces.workflow.PathBlame;
import org.curtail.traces.workflow.PathBlame.Blamed;
import org.curtail.traces.workflow.TracedWorkflow;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code curtail traces blame}: what the slowest requests of a workflow waited for. */
@Command(
    name = "blame",
    description = {
      "Says what the slowest 1 %% of the requests of a workflow waited for, beside usual ones.",
      "Usual are those from the 40th to the 60th percentile. Times are on the critical path: what"
          + " the end of a request waited for."
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
  private static final ObjectMapper JSON = new ObjectMapper();
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
    if (shared.json) {
      shared.console.json(json(workflow, blame));
    } else {
      lines(workflow, blame).forEach(shared.console::result);
    }
    if (blame.slow() < FEW) {
      shared.console.warn(
          "the slowest 1 % are only " + blame.slow() + " requests; others may be slow otherwise");
    }
    return 0;
  }

  private static String json(TracedWorkflow workflow, PathBlame blame)
      throws JsonProcessingException {
    ObjectNode json =
        JSON.createObjectNode()
            .put("workflow", workflow.kind().toString())
            .put("requests", workflow.traces().size())
            .put("slow", blame.slow())
            .put("usual", blame.usual())
            .put("slowMs", blame.slowMillis())
            .put("usualMs", blame.usualMillis());
    ArrayNode stages = json.putArray("stages");
    for (Blamed stage : blame.stages()) {
      stages
          .addObject()
          .put("service", stage.stage().service())
          .put("operation", stage.stage().operation())
          .put("slowMs", stage.slowMillis())
          .put("slowBeyondMs", stage.slowBeyondMillis())
          .put("usualMs", stage.usualMillis())
          .put("moreMs", stage.moreMillis())
          .put("lowMs", stage.lowMillis())
          .put("highMs", stage.highMillis());
    }
    return JSON.writeValueAsString(json);
  }

  private static List<String> lines(TracedWorkflow workflow, PathBlame blame) {
    var lines = new ArrayList<String>();
    lines.add("Workflow: " + workflow.kind());
    lines.add(
        "%s slow requests, mean %s; %s usual ones, mean %s"
            .formatted(
                Numbers.count(blame.slow()),
                Numbers.time(blame.slowMillis()),
                Numbers.count(blame.usual()),
                Numbers.time(blame.usualMillis())));
    lines.add("");
    var rows = new ArrayList<List<String>>();
    rows.add(
        List.of(
            "stage",
            "slow ms",
            "of that network, queue",
            "usual ms",
            "more ms",
            "from",
            "to",
            "share"));
    double all = blame.slowMillis() - blame.usualMillis();
    for (Blamed stage : blame.stages().stream().limit(SHOWN).toList()) {
      rows.add(
          List.of(
              stage.stage().toString(),
              Numbers.significant(stage.slowMillis()),
              Numbers.significant(stage.slowBeyondMillis()),
              Numbers.significant(stage.usualMillis()),
              Numbers.significant(stage.moreMillis()),
              Numbers.significant(stage.lowMillis()),
              Numbers.significant(stage.highMillis()),
              all > 0 ? Numbers.percent(stage.moreMillis() / all) : "-"));
    }
    lines.addAll(Columns.aligned(rows));
    return lines;
  }
}
