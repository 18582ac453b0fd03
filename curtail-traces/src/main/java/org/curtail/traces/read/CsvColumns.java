package org.curtail.traces.read;

import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.curtail.measurement.latencylog.LatencyUnit;
import org.jspecify.annotations.Nullable;

/**
 * Which column of a table holds what, by its name: {@code trace_id}, {@code traceId} and {@code
 * Trace ID} are the same. A column that is not there is null.
 *
 * @param unit of starts and ends, by the name of their column; null if it does not say
 * @param durationUnit the same of durations
 */
record CsvColumns(
    String trace,
    @Nullable String span,
    @Nullable String parent,
    @Nullable String service,
    @Nullable String pod,
    @Nullable String operation,
    @Nullable String kind,
    @Nullable String status,
    String start,
    @Nullable String end,
    @Nullable String duration,
    @Nullable TimeUnit unit,
    @Nullable TimeUnit durationUnit) {
  private static final Pattern WORD_BORDER = Pattern.compile("[^a-z0-9]+");
  private static final Pattern UNIT =
      Pattern.compile("(unix)?_?(ns|nanos?|us|micros?|ms|millis?|s|sec|seconds|nanoseconds)?$");

  /**
   * Chooses.
   *
   * @param where file and line of the names, for messages
   * @throws NotSpans if the table has neither spans nor requests, or does not say when they were
   */
  static CsvColumns of(List<String> names, String where) throws NotSpans {
    String trace = named(names, "trace", "traceid");
    String start =
        named(names, "start", "starttime", "timestamp", "startat", "starttimestamp", "time");
    if (trace == null || start == null) {
      throw new NotSpans(
          "%s: expected columns such as trace, span, parent, service, op, start_us and dur_us, found %s"
              .formatted(where, String.join(", ", names)));
    }
    String end = named(names, "end", "endtime", "finish", "endat", "endtimestamp");
    String duration = named(names, "dur", "duration", "latency", "elapsed");
    return new CsvColumns(
        trace,
        named(names, "span", "spanid", "id"),
        named(names, "parent", "parentid", "parentspan", "parentspanid"),
        named(names, "service", "servicename", "app", "component"),
        named(names, "pod", "podname", "cmdbid", "instance"),
        named(names, "op", "operation", "operationname", "name", "spanname", "method"),
        named(names, "kind", "spankind"),
        named(names, "status", "statuscode", "error", "failed"),
        start,
        end,
        duration,
        unitOf(start),
        duration == null ? null : unitOf(duration));
  }

  /** Whether its rows are requests, whose spans stand in another file. */
  boolean isOfRequests() {
    return span == null;
  }

  private static @Nullable String named(List<String> names, String... meant) {
    for (String word : meant) {
      for (String name : names) {
        if (stem(name).equals(word)) {
          return name;
        }
      }
    }
    return null;
  }

  /**
   * Small letters and digits, without a unit at the end: {@code starttime} of StartTimeUnixNano.
   */
  private static String stem(String name) {
    String snake =
        WORD_BORDER
            .matcher(
                name.replaceAll("(\\p{Ll})(\\p{Lu})", "$1_$2").toLowerCase(Locale.ROOT).strip())
            .replaceAll("_");
    String[] words = snake.split("_");
    int size = words.length;
    while (size > 1 && UNIT.matcher(words[size - 1]).matches()) {
      size--;
    }
    return String.join("", List.of(words).subList(0, size));
  }

  private static @Nullable TimeUnit unitOf(String name) {
    if (name.toLowerCase(Locale.ROOT).endsWith("nano")) {
      return TimeUnit.NANOSECONDS;
    }
    return LatencyUnit.ofColumn(name)
        .map(unit ->
            switch (unit) {
              case NS -> TimeUnit.NANOSECONDS;
              case US -> TimeUnit.MICROSECONDS;
              case MS -> TimeUnit.MILLISECONDS;
              case S -> TimeUnit.SECONDS;
            })
        .orElse(null);
  }
}
