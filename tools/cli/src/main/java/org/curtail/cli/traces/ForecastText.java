package org.curtail.cli.traces;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.curtail.benchkit.text.Numbers;
import org.curtail.traces.workflow.Forecast;
import org.curtail.traces.workflow.Intervention;

/** What could be done to a stage, and what it would bring, in words and for programs. */
final class ForecastText {
  private ForecastText() {}

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
      case Intervention.AtOnce loop -> "%s all at once".formatted(loop.called());
    };
  }

  /** What is done, with what it brings. */
  static ObjectNode json(ObjectMapper mapper, Forecast forecast) {
    ObjectNode json = json(mapper, forecast.intervention());
    json.put("copies", forecast.copies());
    json.set("p50", json(mapper, forecast.p50()));
    json.set("p99", json(mapper, forecast.p99()));
    json.set("mean", json(mapper, forecast.mean()));
    return json;
  }

  private static ObjectNode json(ObjectMapper mapper, Intervention intervention) {
    ObjectNode json =
        mapper
            .createObjectNode()
            .put("service", intervention.stage().service())
            .put("operation", intervention.stage().operation());
    return switch (intervention) {
      case Intervention.Faster faster -> json.put("if", "faster").put("share", faster.share());
      case Intervention.Capped capped ->
          json.put("if", "median").put("limitMs", capped.limitMillis());
      case Intervention.Hedged hedged ->
          json.put("if", "hedged")
              .put("caller", hedged.called().caller())
              .put("delayMs", hedged.delayMillis());
      case Intervention.Parallel parallel ->
          json.put("if", "parallel").put("speedup", parallel.speedup());
      case Intervention.Unqueued unqueued -> json.put("if", "unqueued");
      case Intervention.AtOnce loop ->
          json.put("if", "atOnce").put("caller", loop.called().caller());
    };
  }

  static ObjectNode json(ObjectMapper mapper, Forecast.Gain gain) {
    return mapper
        .createObjectNode()
        .put("ms", gain.millis())
        .put("gainMs", gain.gainMillis())
        .put("lowMs", gain.lowMillis())
        .put("highMs", gain.highMillis());
  }
}
