package org.curtail.traces.read;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.concurrent.TimeUnit;
import org.curtail.traces.Damage;
import org.curtail.traces.Span;

/** A span as Zipkin's second API writes it: times in microseconds. */
final class ZipkinJson {
  private ZipkinJson() {}

  /** Whether it looks like one. */
  static boolean is(JsonNode node) {
    return node.has("traceId") && node.has("id");
  }

  static void read(JsonNode span, SpanSink sink, String where) {
    String traceId = SpanIds.read(span.path("traceId").asText(), sink, where);
    String id = SpanIds.read(span.path("id").asText(), sink, where);
    if (traceId == null || id == null || !span.path("timestamp").isNumber()) {
      sink.damaged(Damage.UNREADABLE, where + ": expected a span with ids and a timestamp");
      return;
    }
    String parent = span.path("parentId").asText("");
    sink.span(
        new Span(
            traceId,
            id,
            parent.isEmpty() ? null : SpanIds.read(parent, sink, where),
            SpanFields.service(
                span.path("localEndpoint").path("serviceName").asText(""), sink, where),
            span.path("name").asText(),
            SpanFields.kind(span.path("kind").asText()),
            TimeUnit.MICROSECONDS.toNanos(span.path("timestamp").asLong()),
            SpanFields.duration(span.path("duration"), TimeUnit.MICROSECONDS),
            span.path("tags").has("error")));
  }
}
