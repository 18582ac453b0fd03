package org.curtail.traces.read;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.concurrent.TimeUnit;
import org.curtail.traces.Damage;
import org.curtail.traces.Span;
import org.jspecify.annotations.Nullable;

/** A trace as Jaeger's query API and its page write it: times in microseconds. */
final class JaegerJson {
  private JaegerJson() {}

  /** Whether it looks like one. */
  static boolean is(JsonNode node) {
    return node.path("spans").isArray() && node.path("processes").isObject();
  }

  static void read(JsonNode trace, SpanSink sink, String where) {
    for (JsonNode span : trace.path("spans")) {
      JsonNode process =
          span.has("process")
              ? span.path("process")
              : trace.path("processes").path(span.path("processID").asText());
      span(span, process.path("serviceName").asText(""), sink, where);
    }
  }

  private static void span(JsonNode span, String service, SpanSink sink, String where) {
    String traceId = SpanIds.read(span.path("traceID").asText(), sink, where);
    String id = SpanIds.read(span.path("spanID").asText(), sink, where);
    if (traceId == null || id == null || !span.path("startTime").isNumber()) {
      sink.damaged(Damage.UNREADABLE, where + ": expected a span with ids and a start");
      return;
    }
    String kind = "";
    boolean failed = false;
    for (JsonNode tag : span.path("tags")) {
      String value = tag.path("value").asText();
      switch (tag.path("key").asText()) {
        case "span.kind" -> kind = value;
        case "error" -> failed |= value.equals("true");
        case "otel.status_code" -> failed |= value.equals("ERROR");
        default -> {}
      }
    }
    sink.span(
        new Span(
            traceId,
            id,
            parent(span, sink, where),
            SpanFields.service(service, sink, where),
            span.path("operationName").asText(),
            SpanFields.kind(kind),
            TimeUnit.MICROSECONDS.toNanos(span.path("startTime").asLong()),
            SpanFields.duration(span.path("duration"), TimeUnit.MICROSECONDS),
            failed));
  }

  /** The span that it is a child of; that it follows from if it is nobody's child. */
  private static @Nullable String parent(JsonNode span, SpanSink sink, String where) {
    String follows = null;
    for (JsonNode reference : span.path("references")) {
      String other = SpanIds.read(reference.path("spanID").asText(), sink, where);
      if (reference.path("refType").asText().equals("CHILD_OF")) {
        return other;
      }
      follows = follows == null ? other : follows;
    }
    return follows == null && span.has("parentSpanID")
        ? SpanIds.read(span.path("parentSpanID").asText(), sink, where)
        : follows;
  }
}
