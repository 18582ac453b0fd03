package org.curtail.traces.read;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.concurrent.TimeUnit;

/** Spans as OpenTelemetry's collector writes them to files: times in nanoseconds, as text. */
final class OtlpJson {
  private static final int ERROR = 2;

  private OtlpJson() {}

  /** Whether it looks like the spans of one resource. */
  static boolean is(JsonNode node) {
    return node.has("scopeSpans") || node.has("instrumentationLibrarySpans");
  }

  static void read(JsonNode resourceSpans, SpanSink sink, String where) {
    String service = "";
    for (JsonNode attribute : resourceSpans.path("resource").path("attributes")) {
      if (attribute.path("key").asText().equals("service.name")) {
        service = attribute.path("value").path("stringValue").asText();
      }
    }
    JsonNode scopes =
        resourceSpans.has("scopeSpans")
            ? resourceSpans.path("scopeSpans")
            : resourceSpans.path("instrumentationLibrarySpans");
    for (JsonNode scope : scopes) {
      for (JsonNode span : scope.path("spans")) {
        span(span, service, sink, where);
      }
    }
  }

  private static void span(JsonNode span, String service, SpanSink sink, String where) {
    String parent = span.path("parentSpanId").asText("");
    JsonNode status = span.path("status").path("code");
    OtlpSpan.read(
        SpanIds.read(span.path("traceId").asText(), sink, where),
        SpanIds.read(span.path("spanId").asText(), sink, where),
        parent.isEmpty() ? null : SpanIds.read(parent, sink, where),
        service,
        span.path("name").asText(),
        span.path("kind").asText(),
        nanos(span.path("startTimeUnixNano")),
        nanos(span.path("endTimeUnixNano")),
        status.asInt() == ERROR || status.asText().equals("STATUS_CODE_ERROR"),
        sink,
        where);
  }

  /** Text or number; 0 if it is missing or neither. */
  private static long nanos(JsonNode time) {
    try {
      return time.isMissingNode() || time.isNull()
          ? 0
          : RecordedTime.nanos(time.asText(), TimeUnit.NANOSECONDS);
    } catch (NumberFormatException e) {
      return 0;
    }
  }
}
