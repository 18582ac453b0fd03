package org.curtail.traces.read;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.curtail.traces.RandomApplication;
import org.curtail.traces.RandomApplication.Fault;
import org.curtail.traces.Span;
import org.jspecify.annotations.Nullable;

/** Writes OpenTelemetry JSON recordings of any size, one request per line; 265 bytes per span. */
public final class RecordedLines {
  private static final int REQUESTS = 1_000;
  private static final double SECONDS = 100;
  private static final long NANOS_PER_SECOND = 1_000_000_000;
  private static final long FIRST_NANOS = 1_700_000_000L * NANOS_PER_SECOND;

  private RecordedLines() {}

  /**
   * Writes a random recording.
   *
   * @param spans the least number of spans; the last request is complete
   */
  public static void write(Path file, long seed, long spans) throws IOException {
    var application = new RandomApplication(seed, 12, Fault.SLOW, 0, 50);
    long written = 0;
    try (BufferedWriter out = Files.newBufferedWriter(file)) {
      for (long round = 0; written < spans; round++) {
        long beginNanos = FIRST_NANOS + round * (long) SECONDS * NANOS_PER_SECOND;
        for (List<Span> request : application.requests(REQUESTS, SECONDS)) {
          if (written < spans) {
            out.write(line(request, beginNanos));
            out.write('\n');
            written += request.size();
          }
        }
      }
    }
  }

  private static String line(List<Span> request, long beginNanos) {
    Map<String, StringBuilder> services = new LinkedHashMap<>();
    for (Span span : request) {
      StringBuilder spans = services.computeIfAbsent(span.service(), none -> new StringBuilder());
      spans.append(spans.isEmpty() ? "" : ",").append(json(span, beginNanos));
    }
    var line = new StringBuilder();
    services.forEach((service, spans) ->
        line.append(line.isEmpty() ? "" : ",")
            .append("{\"resource\":{\"attributes\":[{\"key\":\"service.name\",\"value\":")
            .append("{\"stringValue\":\"")
            .append(service)
            .append("\"}}]},\"scopeSpans\":[{\"spans\":[")
            .append(spans)
            .append("]}]}"));
    return "{\"resourceSpans\":[" + line + "]}";
  }

  private static String json(Span span, long beginNanos) {
    long start = beginNanos + span.startNanos();
    return ("{\"traceId\":\"%s\",\"spanId\":\"%s\",%s\"name\":\"%s\",\"kind\":%d,"
            + "\"startTimeUnixNano\":\"%d\",\"endTimeUnixNano\":\"%d\"%s}")
        .formatted(
            SpanTexts.traceId(span.traceId()),
            id(span, span.id()),
            parent(span, span.parentId()),
            span.operation(),
            SpanTexts.otlp(span.kind()),
            start,
            start + span.durationNanos(),
            span.failed() ? ",\"status\":{\"code\":2}" : "");
  }

  private static String parent(Span span, @Nullable String parent) {
    return parent == null ? "" : "\"parentSpanId\":\"%s\",".formatted(id(span, parent));
  }

  /** Scrambles a number, for ids that look random. */
  private static String id(Span span, String id) {
    long number = Long.parseLong(id.substring(1)) + 1;
    return "%016x".formatted(number * 0xBF58476D1CE4E5B9L ^ span.traceId().hashCode());
  }
}
