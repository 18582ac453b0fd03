package org.curtail.cli.traces;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.curtail.benchkit.text.Numbers;
import org.curtail.benchkit.text.Output;
import org.curtail.benchkit.text.Table;
import org.curtail.traces.action.Action;
import org.curtail.traces.action.Advice;
import org.curtail.traces.action.Hedges;
import org.curtail.traces.action.Queueing;
import org.curtail.traces.action.RepeatedSlowness;
import org.curtail.traces.action.StageCause;
import org.curtail.traces.workflow.CallTarget;
import org.curtail.traces.workflow.Forecast;
import org.curtail.traces.workflow.Intervention;
import org.curtail.traces.workflow.TracedWorkflow;

/** Advice on a workflow, for people. */
final class AdviceText {
  private static final int SHOWN = 12;
  private static final int REFUSED_SHOWN = 8;

  static final String NOTHING = "No change that a recording can show would lower p99.";

  private AdviceText() {}

  static Output output(TracedWorkflow workflow, Advice advice) {
    var output =
        new Output()
            .field("workflow", workflow.kind().toString())
            .field("requests", workflow.traces().size())
            .field("scored", advice.scored())
            .field("p99Ms", advice.p99Millis())
            .field("p50Ms", advice.p50Millis())
            .field("actions", advice.actions().stream().map(AdviceText::fields).toList())
            .field("causes", causes(advice).records())
            .field("notSentAgain", refusals(advice).records())
            .line("Workflow: " + workflow.kind())
            .line(
                "%s later requests: p99 %s, p50 %s"
                    .formatted(
                        Numbers.count(advice.scored()),
                        Numbers.time(advice.p99Millis()),
                        Numbers.time(advice.p50Millis())))
            .gap()
            .lines(advice.actions().isEmpty() ? List.of(NOTHING) : actions(advice));
    advice
        .hedges()
        .ifPresent(hedges ->
            output
                .field("hedges.p99", fields(hedges.heldOut().p99()))
                .field("hedges.cost", hedges.heldOut().cost())
                .field("hedges.p99WherePlanned", fields(hedges.planned().p99()))
                .lines(together(hedges)));
    return output.lines(refused(advice));
  }

  private static Map<String, Object> fields(Action action) {
    Map<String, Object> fields = fields(action.forecast());
    fields.put("do", what(action));
    fields.put("why", code(action.why()));
    return fields;
  }

  private static Table<StageCause> causes(Advice advice) {
    return Table.of(List.copyOf(advice.causes()))
        .field("service", cause -> cause.stage().service())
        .field("operation", cause -> cause.stage().operation())
        .field("work", cause -> cause.alike().isWork())
        .field("noise", cause -> cause.alike().isNoise())
        .field("queues", cause -> cause.queueing().isShown())
        .field("slowAgain.compared", cause -> cause.alike().compared())
        .field("slowAgain.sameRequest", cause -> cause.alike().again())
        .field("slowAgain.others", cause -> cause.alike().nearby())
        .field("rankCorrelation.withUnderWay", cause -> cause.queueing().withOthers())
        .field("rankCorrelation.withArrivals", cause -> cause.queueing().withArrivals());
  }

  private static Table<Map.Entry<CallTarget, Advice.Refusal>> refusals(Advice advice) {
    return Table.of(
            advice.refused().entrySet().stream()
                .sorted(Comparator.comparing(it -> it.getKey().toString()))
                .toList())
        .field("call", it -> it.getKey().toString())
        .field("why", it -> code(it.getValue()));
  }

  private static List<String> actions(Advice advice) {
    var lines = new ArrayList<String>();
    int rank = 1;
    for (Action action : advice.actions().stream().limit(SHOWN).toList()) {
      Forecast.Gain p99 = action.forecast().p99();
      lines.add("%2d. %s".formatted(rank++, what(action)));
      lines.add(
          "    p99 %s less (%s to %s)%s"
              .formatted(
                  Numbers.time(p99.gainMillis()),
                  Numbers.time(p99.lowMillis()),
                  Numbers.time(p99.highMillis()),
                  p99.isShown() ? "" : ", not certain"));
      lines.add("    since " + why(action, advice));
    }
    if (advice.actions().size() > SHOWN) {
      lines.add("    and %d more, with less gain".formatted(advice.actions().size() - SHOWN));
    }
    return lines;
  }

  /** The advice as an instruction. */
  static String what(Action action) {
    return switch (action.forecast().intervention()) {
      case Intervention.Hedged hedged ->
          "Send %s again after %s: %s of the calls"
              .formatted(
                  hedged.called(),
                  Numbers.time(hedged.delayMillis()),
                  Numbers.percent(action.forecast().copies()));
      case Intervention.Parallel parallel ->
          "Share the work of %s among threads, here %s times as fast"
              .formatted(parallel.stage(), Numbers.plain(parallel.speedup()));
      case Intervention.Unqueued unqueued ->
          "Give %s more servers, or fewer requests at a time, so that requests do not wait"
              .formatted(unqueued.stage());
      case Intervention.Concurrent loop ->
          "Make the calls of %s at the same time instead of one after the other"
              .formatted(loop.called());
      case Intervention.Avoided avoided ->
          "Keep calls of %s away from %s"
              .formatted(avoided.stage(), String.join(", ", avoided.instances()));
      case Intervention.Capped capped ->
          "Find out why %s is sometimes slow; here it never takes more than its median, %s"
              .formatted(capped.stage(), Numbers.time(capped.limitMillis()));
      case Intervention.Faster faster ->
          "Make %s faster by %s".formatted(faster.stage(), Numbers.percent(faster.share()));
    };
  }

  /** The evidence for the advice, to follow "since". */
  static String why(Action action, Advice advice) {
    return switch (action.why()) {
      case WORK -> "it is work, not noise: " + again(alike(action, advice));
      case NOISE -> "it is noise, not work: " + again(alike(action, advice));
      case UNKNOWN ->
          "slow requests wait for it; work or noise as its cause is unknown"
              + (action.forecast().intervention() instanceof Intervention.Hedged
                  ? ": if a copy is as slow, nothing is gained, so send 1 % twice first"
                  : "");
      case QUEUE -> "it queues: " + grows(cause(action, advice).queueing());
      case LOOP -> "each begins at the end of the one before; check whether it needs that answer";
    };
  }

  private static RepeatedSlowness alike(Action action, Advice advice) {
    return action.forecast().intervention() instanceof Intervention.Hedged hedged
        ? Objects.requireNonNull(advice.alike().get(hedged.called()))
        : cause(action, advice).alike();
  }

  private static StageCause cause(Action action, Advice advice) {
    return advice.causes().stream()
        .filter(cause -> cause.stage().equals(action.forecast().intervention().stage()))
        .findFirst()
        .orElseThrow();
  }

  private static String again(RepeatedSlowness alike) {
    return "of slow visits, %s are slow again in the same request, %s in others at the same time"
        .formatted(Numbers.percent(alike.again()), Numbers.percent(alike.nearby()));
  }

  private static String grows(Queueing queueing) {
    return "its time grows with concurrent visits (rank correlation %s) and with recent ones (%s)"
        .formatted(
            Numbers.significant(queueing.withOthers()),
            Numbers.significant(queueing.withArrivals()));
  }

  private static List<String> together(Hedges hedges) {
    Forecast.Gain p99 = hedges.heldOut().p99();
    return List.of(
        "",
        "%s together: p99 falls from %s to %s, by %s to %s; copies cost %s of all work."
            .formatted(
                hedges.each().size() == 1 ? "The call sent again" : "The calls sent again",
                Numbers.time(p99.millis()),
                Numbers.time(p99.millis() - p99.gainMillis()),
                Numbers.time(p99.lowMillis()),
                Numbers.time(p99.highMillis()),
                Numbers.percent(hedges.heldOut().cost())));
  }

  private static List<String> refused(Advice advice) {
    if (advice.refused().isEmpty()) {
      return List.of();
    }
    var lines = new ArrayList<String>();
    lines.add("");
    lines.add("Not sent again:");
    advice.refused().entrySet().stream()
        .sorted(
            Comparator.comparing((Map.Entry<CallTarget, Advice.Refusal> it) -> it.getValue())
                .thenComparing(it -> it.getKey().toString()))
        .limit(REFUSED_SHOWN)
        .forEach(it -> lines.add("  %s: %s".formatted(it.getKey(), words(it.getValue()))));
    if (advice.refused().size() > REFUSED_SHOWN) {
      lines.add("  and %d more".formatted(advice.refused().size() - REFUSED_SHOWN));
    }
    return lines;
  }

  private static String words(Advice.Refusal refusal) {
    return switch (refusal) {
      case MAY_WRITE -> "may write, or makes a call that may; --may-repeat permits it";
      case WORK -> "a copy is as slow as the first call";
      case QUEUE -> "it queues, and copies make queues longer";
      case NO_GAIN -> "within the budget it would gain almost nothing; --budget sets it";
    };
  }

  /** A name for programs: work, may_write. */
  static String code(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
  }

  static String what(Intervention intervention) {
    return switch (intervention) {
      case Intervention.Faster faster ->
          "%s faster by %s".formatted(faster.stage(), Numbers.percent(faster.share()));
      case Intervention.Capped capped ->
          "%s never above its median, %s"
              .formatted(capped.stage(), Numbers.time(capped.limitMillis()));
      case Intervention.Hedged hedged ->
          "%s hedged after %s".formatted(hedged.called(), Numbers.time(hedged.delayMillis()));
      case Intervention.Parallel parallel ->
          "%s %s times as fast".formatted(parallel.stage(), Numbers.plain(parallel.speedup()));
      case Intervention.Unqueued unqueued -> "%s without its queue".formatted(unqueued.stage());
      case Intervention.Avoided avoided ->
          "%s without %s".formatted(avoided.stage(), String.join(", ", avoided.instances()));
      case Intervention.Concurrent loop -> "%s all at once".formatted(loop.called());
    };
  }

  /** The action and its effect, for programs. */
  static Map<String, Object> fields(Forecast forecast) {
    Intervention intervention = forecast.intervention();
    var fields = new LinkedHashMap<String, Object>();
    fields.put("service", intervention.stage().service());
    fields.put("operation", intervention.stage().operation());
    switch (intervention) {
      case Intervention.Faster faster -> {
        fields.put("if", "faster");
        fields.put("share", faster.share());
      }
      case Intervention.Capped capped -> {
        fields.put("if", "median");
        fields.put("limitMs", capped.limitMillis());
      }
      case Intervention.Hedged hedged -> {
        fields.put("if", "hedged");
        fields.put("caller", hedged.called().caller());
        fields.put("delayMs", hedged.delayMillis());
      }
      case Intervention.Parallel parallel -> {
        fields.put("if", "parallel");
        fields.put("speedup", parallel.speedup());
      }
      case Intervention.Unqueued unqueued -> fields.put("if", "unqueued");
      case Intervention.Avoided avoided -> {
        fields.put("if", "avoided");
        fields.put("instances", avoided.instances());
      }
      case Intervention.Concurrent loop -> {
        fields.put("if", "atOnce");
        fields.put("caller", loop.called().caller());
      }
    }
    fields.put("copies", forecast.copies());
    fields.put("p50", fields(forecast.p50()));
    fields.put("p99", fields(forecast.p99()));
    fields.put("mean", fields(forecast.mean()));
    return fields;
  }

  static Map<String, Double> fields(Forecast.Gain gain) {
    return Map.of(
        "ms", gain.millis(),
        "gainMs", gain.gainMillis(),
        "lowMs", gain.lowMillis(),
        "highMs", gain.highMillis());
  }
}
