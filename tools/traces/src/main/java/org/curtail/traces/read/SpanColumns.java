package org.curtail.traces.read;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.curtail.benchkit.latencylog.LatencyUnit;
import org.curtail.benchkit.terminal.Abbreviated;
import org.jspecify.annotations.Nullable;

/**
 * The columns of a table by meaning. Names are compared loosely: {@code trace_id}, {@code traceId}
 * and {@code Trace ID} are the same. A missing column is null.
 *
 * @param unit unit of starts and ends, from the column's name; null if the name has no unit
 * @param durationUnit unit of durations, from the column's name; null if the name has no unit
 * @param calls more columns of a call graph, whose rows are calls; null for other tables
 */
record SpanColumns(
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
    @Nullable TimeUnit durationUnit,
    @Nullable CallColumns calls) {
  private static final Pattern WORD_BORDER = Pattern.compile("[^a-z0-9]+");
  private static final Pattern UNIT =
      Pattern.compile("(unix)?_?(ns|nanos?|us|micros?|ms|millis?|s|sec|seconds|nanoseconds)?$");
  private static final int MOST_NAMED = 30;

  /**
   * More columns of Alibaba's call graphs (cluster-trace-microservices): caller, callee and kind of
   * call. The caller records a call, and the callee records it with a negative time.
   */
  record CallColumns(String caller, String callee, @Nullable String way) {}

  /**
   * Finds the columns.
   *
   * @param where file and line of the names, for messages
   * @throws NotSpansException if the table has neither spans nor requests, or no times
   */
  static SpanColumns of(List<String> names, String where) throws NotSpansException {
    Map<String, String> byStem = byStem(names);
    String trace = named(byStem, "trace", "traceid");
    String start =
        named(byStem, "start", "starttime", "timestamp", "startat", "starttimestamp", "time");
    if (trace == null || start == null) {
      throw new NotSpansException(
          "%s: expected columns such as trace, span, parent, service, op, start_us and dur_us; %s is missing among %s"
              .formatted(
                  where,
                  trace != null ? "the start" : start != null ? "the trace" : "each of these",
                  listed(names)));
    }
    String span = named(byStem, "span", "spanid", "id");
    String call = named(byStem, "rpcid");
    if (span == null && call != null) {
      return ofCalls(names, trace, call, start, where);
    }
    String end = named(byStem, "end", "endtime", "finish", "endat", "endtimestamp");
    String duration = named(byStem, "dur", "duration", "latency", "elapsed");
    if (span != null && end == null && duration == null) {
      throw new NotSpansException(
          "%s: expected a column with durations or ends, such as dur_us or end_us, found none among %s"
              .formatted(where, listed(names)));
    }
    return new SpanColumns(
        trace,
        span,
        named(byStem, "parent", "parentid", "parentspan", "parentspanid"),
        named(byStem, "service", "servicename", "app", "component"),
        named(
            byStem,
            "pod",
            "podname",
            "cmdbid",
            "instance",
            "serviceinstanceid",
            "hostname",
            "host"),
        named(byStem, "op", "operation", "operationname", "name", "spanname", "method"),
        named(byStem, "kind", "spankind"),
        named(byStem, "status", "statuscode", "error", "failed"),
        start,
        end,
        duration,
        unitOf(start),
        duration == null ? null : isOfCollector(names) ? TimeUnit.NANOSECONDS : unitOf(duration),
        null);
  }

  /**
   * True for the table of OpenTelemetry's exporter to ClickHouse, which has durations in
   * nanoseconds.
   */
  private static boolean isOfCollector(List<String> names) {
    return names.containsAll(List.of("Timestamp", "TraceId", "SpanId", "SpanName", "Duration"));
  }

  /** Finds the columns of a table of calls, whose times are in milliseconds. */
  private static SpanColumns ofCalls(
      List<String> names, String trace, String call, String start, String where)
      throws NotSpansException {
    Map<String, String> byStem = byStem(names);
    String caller = named(byStem, "um");
    String callee = named(byStem, "dm");
    String duration = named(byStem, "rt");
    if (caller == null || callee == null || duration == null) {
      List<String> missing = new ArrayList<>();
      for (String name : List.of("um", "dm", "rt")) {
        if (named(byStem, name) == null) {
          missing.add(name);
        }
      }
      throw new NotSpansException(
          "%s: expected a call graph with the columns %s, um, dm and rt; %s is missing among %s"
              .formatted(where, call, String.join(" and ", missing), listed(names)));
    }
    return new SpanColumns(
        trace,
        call,
        null,
        null,
        null,
        named(byStem, "interface"),
        null,
        null,
        start,
        null,
        duration,
        TimeUnit.MILLISECONDS,
        TimeUnit.MILLISECONDS,
        new CallColumns(caller, callee, named(byStem, "rpctype")));
  }

  private static String listed(List<String> names) {
    List<String> first = names.stream().limit(MOST_NAMED).map(Abbreviated::of).toList();
    return String.join(", ", first) + (names.size() > MOST_NAMED ? ", ..." : "");
  }

  /** True if the rows are requests with their spans in another file. */
  boolean isOfRequests() {
    return span == null;
  }

  /** True if the status column is only a flag of failure. */
  boolean isStatusOfFailure() {
    return status != null && (stem(status).equals("error") || stem(status).equals("failed"));
  }

  /** Returns the first name for each stem. */
  private static Map<String, String> byStem(List<String> names) {
    Map<String, String> byStem = new HashMap<>();
    names.forEach(name -> byStem.putIfAbsent(stem(name), name));
    return byStem;
  }

  private static @Nullable String named(Map<String, String> byStem, String... meant) {
    for (String word : meant) {
      String name = byStem.get(word);
      if (name != null) {
        return name;
      }
    }
    return null;
  }

  /**
   * Returns the letters and digits of a name in lower case, without a unit at the end: {@code
   * starttime} for StartTimeUnixNano.
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
