package org.curtail.cli.traces;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Callable;
import org.curtail.benchkit.text.Columns;
import org.curtail.benchkit.text.Numbers;
import org.curtail.cli.commandline.SharedOptions;
import org.curtail.traces.TraceSet;
import org.curtail.traces.workflow.Called;
import org.curtail.traces.workflow.Forecast;
import org.curtail.traces.workflow.Intervention;
import org.curtail.traces.workflow.PathBlame;
import org.curtail.traces.workflow.Repeatable;
import org.curtail.traces.workflow.TracedWorkflow;
import org.curtail.traces.workflow.WhatIf;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code curtail traces what-if}: what whole requests would gain from each stage. */
@Command(
    name = "what-if",
    description = {
      "Says how much sooner requests would end if a stage were faster, steadier or hedged.",
      "Recorded requests are replayed. Delays and medians are those of the first half of the"
          + " requests, gains those of the later half, with 95 %% intervals."
    },
    mixinStandardHelpOptions = true,
    sortOptions = false,
    footer = {
      "",
      "Examples:",
      "  curtail traces what-if traces/",
      "  curtail traces what-if jaeger.json --workflow 2 --faster 50%% --json"
    })
final class WhatIfCommand implements Callable<Integer> {
  private static final ObjectMapper JSON = new ObjectMapper();

  /** Others are hardly on the paths of slow requests. */
  private static final int MOST_STAGES = 20;

  private static final int SHOWN = 15;

  @Mixin private final InputOptions input = new InputOptions();

  @Mixin private final WorkflowChoice choice = new WorkflowChoice();

  @Option(
      names = "--faster",
      paramLabel = "SHARE",
      defaultValue = "20%",
      description = "By how much each stage is faster: 20%% or 0.2. Default: ${DEFAULT-VALUE}.")
  private String faster = "";

  @Mixin private final ReplayOptions replay = new ReplayOptions();

  @Mixin private final RepeatOptions repeat = new RepeatOptions();

  @Mixin final SharedOptions shared = new SharedOptions();

  @Override
  public Integer call() throws JsonProcessingException {
    double share = ReplayOptions.share("--faster", faster);
    replay.check();
    TraceSet recording = input.read(shared.console);
    TracedWorkflow workflow = choice.of(recording);
    WhatIf whatIf = replay.of(workflow);
    List<Forecast> forecasts = forecasts(workflow, whatIf, share, repeat.of(recording));
    if (shared.json) {
      shared.console.json(json(workflow, whatIf, forecasts));
    } else {
      lines(workflow, whatIf, forecasts).forEach(shared.console::result);
    }
    shared.sayNext(
        "traces",
        "show",
        input.words(),
        "--workflow",
        choice.number(),
        "--out",
        SharedOptions.free("workflow.json"));
    return 0;
  }

  private List<Forecast> forecasts(
      TracedWorkflow workflow, WhatIf whatIf, double share, Repeatable repeatable) {
    List<Intervention> interventions = new ArrayList<>();
    PathBlame.of(workflow).stages().stream()
        .sorted(Comparator.comparingDouble((PathBlame.Blamed stage) -> -stage.slowMillis()))
        .limit(MOST_STAGES)
        .forEach(stage -> {
          interventions.add(new Intervention.Faster(stage.stage(), share));
          interventions.add(whatIf.capped(stage.stage()));
        });
    for (Called called : whatIf.calls()) {
      if (repeatable.may(called)) {
        interventions.add(whatIf.hedged(called, replay.budget()));
      }
    }
    return interventions.stream()
        .map(whatIf::of)
        .sorted(Comparator.comparingDouble(forecast -> -forecast.p99().gainMillis()))
        .toList();
  }

  private static String json(TracedWorkflow workflow, WhatIf whatIf, List<Forecast> forecasts)
      throws JsonProcessingException {
    ObjectNode json =
        JSON.createObjectNode()
            .put("workflow", workflow.kind().toString())
            .put("requests", workflow.traces().size())
            .put("scored", whatIf.scored());
    ArrayNode array = json.putArray("whatIf");
    for (Forecast forecast : forecasts) {
      array.add(ForecastText.json(JSON, forecast));
    }
    return JSON.writeValueAsString(json);
  }

  private static List<String> lines(
      TracedWorkflow workflow, WhatIf whatIf, List<Forecast> forecasts) {
    var lines = new ArrayList<String>();
    lines.add("Workflow: " + workflow.kind());
    if (forecasts.isEmpty()) {
      return lines;
    }
    Forecast first = forecasts.getFirst();
    lines.add(
        "%s later requests: p50 %s, p99 %s, mean %s"
            .formatted(
                Numbers.count(whatIf.scored()),
                Numbers.time(first.p50().millis()),
                Numbers.time(first.p99().millis()),
                Numbers.time(first.mean().millis())));
    lines.add("");
    var rows = new ArrayList<List<String>>();
    rows.add(List.of("what if", "p99 less ms", "from", "to", "p50 less ms", "mean less ms"));
    for (Forecast forecast : forecasts.stream().limit(SHOWN).toList()) {
      rows.add(
          List.of(
              ForecastText.what(forecast.intervention()),
              Numbers.significant(forecast.p99().gainMillis()),
              Numbers.significant(forecast.p99().lowMillis()),
              Numbers.significant(forecast.p99().highMillis()),
              Numbers.significant(forecast.p50().gainMillis()),
              Numbers.significant(forecast.mean().gainMillis())));
    }
    lines.addAll(Columns.aligned(rows));
    lines.add("");
    lines.add(
        first.p99().isShown()
            ? "Most is won here: %s.".formatted(ForecastText.what(first.intervention()))
            : "No stage alone is shown to lower p99: the intervals hold 0.");
    return lines;
  }
}
