package org.curtail.traces.read;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.curtail.traces.Damage;

/** Reads spans in the files of OpenTelemetry's collector. Times are texts in nanoseconds. */
final class OtlpJson {
  private static final int ERROR = 2;

  private OtlpJson() {}

  /** True if the value looks like the spans of one resource. */
  static boolean is(JsonNode node) {
    return node.has("scopeSpans") || node.has("instrumentationLibrarySpans");
  }

  static void read(JsonNode resourceSpans, SpanSink sink, String where) {
    var resource = new HashMap<String, String>();
    for (JsonNode attribute : resourceSpans.path("resource").path("attributes")) {
      resource.put(
          attribute.path("key").asText(), attribute.path("value").path("stringValue").asText());
    }
    JsonNode scopes =
        resourceSpans.has("scopeSpans")
            ? resourceSpans.path("scopeSpans")
            : resourceSpans.path("instrumentationLibrarySpans");
    for (JsonNode scope : scopes) {
      for (JsonNode span : scope.path("spans")) {
        span(span, resource, sink, where);
      }
    }
  }

  private static void span(
      JsonNode span, Map<String, String> resource, SpanSink sink, String where) {
    String traceId = SpanIds.read(span.path("traceId").asText(), sink, where);
    String id = SpanIds.read(span.path("spanId").asText(), sink, where);
    if (!SpanFields.hasIds(traceId, id, span, "traceId and spanId", sink, where)
        || traceId == null
        || id == null) {
      return;
    }
    String parent = span.path("parentSpanId").asText("");
    JsonNode status = span.path("status").path("code");
    try {
      OtlpSpan.read(
          traceId,
          id,
          parent.isEmpty() ? null : SpanIds.read(parent, sink, where),
          resource,
          span.path("name").asText(),
          span.path("kind").asText(),
          SpanFields.start(span, "startTimeUnixNano", TimeUnit.NANOSECONDS),
          span.hasNonNull("endTimeUnixNano")
              ? SpanFields.nanos(
                  span.path("endTimeUnixNano"),
                  "endTimeUnixNano",
                  TimeUnit.NANOSECONDS,
                  "%s since 1970")
              : 0,
          status.asInt() == ERROR || status.asText().equals("STATUS_CODE_ERROR"),
          sink,
          where);
    } catch (NumberFormatException e) {
      sink.damaged(Damage.UNREADABLE, where + ": " + e.getMessage());
    }
  }
}
