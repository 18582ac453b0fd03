package org.curtail.cli.traces;

import java.util.LinkedHashMap;
import java.util.Map;
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
      case Intervention.Concurrent loop -> "%s all at once".formatted(loop.called());
    };
  }

  /** What is done, with what it brings, for programs. */
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
