package org.curtail.traces.read;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.HashMap;
import java.util.concurrent.TimeUnit;
import org.curtail.traces.Damage;
import org.curtail.traces.Span;
import org.curtail.traces.TraceIds;
import org.jspecify.annotations.Nullable;

/**
 * Reads traces and spans in Jaeger's formats. Jaeger's page and query API have processes beside the
 * spans. Jaeger's stores and queues have the process in each span. Times are in microseconds, or
 * texts as in protobuf's JSON.
 */
final class JaegerJson {
  private JaegerJson() {}

  /** True if the value looks like a trace. */
  static boolean is(JsonNode node) {
    JsonNode spans = node.path("spans");
    return spans.isArray() && (node.path("processes").isObject() || isSpan(spans.path(0)));
  }

  /** True if the value looks like a single span. */
  static boolean isSpan(JsonNode node) {
    return has(node, "traceID", "traceId")
        && has(node, "spanID", "spanId")
        && (node.path("process").isObject() || node.path("references").isArray());
  }

  private static boolean has(JsonNode node, String name, String other) {
    return node.has(name) || node.has(other);
  }

  static void read(JsonNode trace, SpanSink sink, String where) {
    for (JsonNode span : trace.path("spans")) {
      JsonNode process =
          span.has("process")
              ? span.path("process")
              : trace.path("processes").path(span.path("processID").asText());
      span(span, process, sink, where);
    }
  }

  static void readSpan(JsonNode span, SpanSink sink, String where) {
    span(span, span.path("process"), sink, where);
  }

  private static void span(JsonNode span, JsonNode process, SpanSink sink, String where) {
    String traceId = SpanIds.read(firstPresent(span, "traceID", "traceId"), sink, where);
    String id = SpanIds.read(firstPresent(span, "spanID", "spanId"), sink, where);
    if (!SpanFields.hasIds(traceId, id, span, "traceID and spanID", sink, where)
        || traceId == null
        || id == null) {
      return;
    }
    // Elasticsearch may store tags as fields, with @ for the dot.
    String kind = span.path("tag").path("span@kind").asText("");
    boolean failed = span.path("tag").path("error").asBoolean();
    for (JsonNode tag : span.path("tags")) {
      String value = firstPresent(tag, "value", "vStr");
      switch (tag.path("key").asText()) {
        case "span.kind" -> kind = value;
        case "error" -> failed |= value.equals("true") || tag.path("vBool").asBoolean();
        case "otel.status_code" -> failed |= value.equals("ERROR");
        default -> {}
      }
    }
    Parent parent = parent(span, traceId, sink, where);
    try {
      sink.span(
          new Span(
              traceId,
              id,
              parent.id,
              SpanFields.service(process.path("serviceName").asText(""), sink, where),
              span.path("operationName").asText(),
              SpanFields.kind(kind),
              SpanFields.start(span, "startTime", TimeUnit.MICROSECONDS),
              SpanFields.duration(span, "duration", TimeUnit.MICROSECONDS),
              failed,
              parent.isFollowed,
              instance(process)));
    } catch (NumberFormatException e) {
      sink.damaged(Damage.UNREADABLE, where + ": " + e.getMessage());
    }
  }

  private static String instance(JsonNode process) {
    var tags = new HashMap<String, String>();
    for (JsonNode tag : process.path("tags")) {
      tags.put(tag.path("key").asText(), firstPresent(tag, "value", "vStr"));
    }
    String named = SpanFields.instance(tags);
    return named.isEmpty() ? SpanFields.instance(process.path("tag")) : named;
  }

  private static String firstPresent(JsonNode node, String name, String other) {
    return node.has(name) ? node.path(name).asText() : node.path(other).asText();
  }

  /**
   * The cause of a span.
   *
   * @param isFollowed true if the cause did not wait for the span
   */
  private record Parent(@Nullable String id, boolean isFollowed) {}

  /**
   * Returns the span that a reference names as parent; without one, the span that this span follows
   * from.
   */
  private static Parent parent(JsonNode span, String traceId, SpanSink sink, String where) {
    String follows = null;
    for (JsonNode reference : span.path("references")) {
      String trace = SpanIds.plain(firstPresent(reference, "traceID", "traceId"));
      if (trace != null && !TraceIds.lowerHalf(trace).equals(TraceIds.lowerHalf(traceId))) {
        continue; // a link to another request
      }
      String other = SpanIds.read(firstPresent(reference, "spanID", "spanId"), sink, where);
      if (!reference.path("refType").asText().equals("FOLLOWS_FROM")) {
        return new Parent(other, false);
      }
      follows = follows == null ? other : follows;
    }
    if (follows == null && span.has("parentSpanID")) {
      return new Parent(SpanIds.read(span.path("parentSpanID").asText(), sink, where), false);
    }
    return new Parent(follows, follows != null);
  }
}
