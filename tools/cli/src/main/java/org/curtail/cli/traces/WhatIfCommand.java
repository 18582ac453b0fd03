package org.curtail.cli.traces;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Callable;
import org.curtail.benchkit.text.Numbers;
import org.curtail.benchkit.text.Output;
import org.curtail.benchkit.text.Table;
import org.curtail.benchkit.text.Unit;
import org.curtail.cli.commandline.SharedOptions;
import org.curtail.traces.TraceSet;
import org.curtail.traces.workflow.CallTarget;
import org.curtail.traces.workflow.Forecast;
import org.curtail.traces.workflow.Intervention;
import org.curtail.traces.workflow.PathBlame;
import org.curtail.traces.workflow.Repeatable;
import org.curtail.traces.workflow.TracedWorkflow;
import org.curtail.traces.workflow.WhatIf;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code curtail traces what-if}: the gain of whole requests from each stage. */
@Command(
    name = "what-if",
    description = {
      "Computes how much sooner requests would end if a stage were faster, steadier or hedged.",
      "Recorded requests are replayed. Delays and medians come from the first half of the requests, gains from the later half, with 95 %% intervals."
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
  /** Most stages; others are hardly on the paths of slow requests. */
  private static final int MOST_STAGES = 20;

  private static final int SHOWN = 15;

  @Mixin private final InputOptions input = new InputOptions();

  @Mixin private final WorkflowChoice choice = new WorkflowChoice();

  @Option(
      names = "--faster",
      paramLabel = "SHARE",
      defaultValue = "20%",
      description = "Speedup of each stage: 20%% or 0.2 less time. Default: ${DEFAULT-VALUE}.")
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
    shared.show(output(workflow, whatIf, forecasts));
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
    for (CallTarget called : whatIf.calls()) {
      if (repeatable.isRepeatable(called)) {
        interventions.add(whatIf.hedged(called, replay.budget()));
      }
    }
    return interventions.stream()
        .map(whatIf::of)
        .sorted(Comparator.comparingDouble(forecast -> -forecast.p99().gainMillis()))
        .toList();
  }

  private static Output output(TracedWorkflow workflow, WhatIf whatIf, List<Forecast> forecasts) {
    var output =
        new Output()
            .field("workflow", workflow.kind().toString())
            .field("requests", workflow.traces().size())
            .field("scored", whatIf.scored())
            .field("whatIf", forecasts.stream().map(AdviceText::fields).toList())
            .line("Workflow: " + workflow.kind());
    if (forecasts.isEmpty()) {
      return output;
    }
    Forecast first = forecasts.getFirst();
    return output
        .line(
            "%s later requests: p50 %s, p99 %s, mean %s"
                .formatted(
                    Numbers.count(whatIf.scored()),
                    Numbers.time(first.p50().millis()),
                    Numbers.time(first.p99().millis()),
                    Numbers.time(first.mean().millis())))
        .gap()
        .table(
            Table.of(forecasts)
                .show("what if", Unit.NAME, it -> AdviceText.what(it.intervention()))
                .show("p99 less ms", Unit.NUMBER, it -> it.p99().gainMillis())
                .show("from", Unit.NUMBER, it -> it.p99().lowMillis())
                .show("to", Unit.NUMBER, it -> it.p99().highMillis())
                .show("p50 less ms", Unit.NUMBER, it -> it.p50().gainMillis())
                .show("mean less ms", Unit.NUMBER, it -> it.mean().gainMillis())
                .first(SHOWN))
        .gap()
        .line(
            first.p99().isShown()
                ? "The greatest gain is here: %s.".formatted(AdviceText.what(first.intervention()))
                : "No stage alone is shown to lower p99: the intervals contain 0.");
  }
}
