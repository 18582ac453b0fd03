package org.curtail.traces.read;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.concurrent.TimeUnit;
import org.curtail.traces.Damage;
import org.curtail.traces.Span;
import org.curtail.traces.SpanKind;
import org.jspecify.annotations.Nullable;

/** Reads spans in the formats of Zipkin's first and second API. Times are in microseconds. */
final class ZipkinJson {
  private static final TimeUnit UNIT = TimeUnit.MICROSECONDS;

  private ZipkinJson() {}

  /** True if the value looks like a span. */
  static boolean is(JsonNode node) {
    return node.has("traceId") && node.has("id");
  }

  /** True for the first API, where annotations name the service. */
  private static boolean isFirst(JsonNode span) {
    if (span.has("binaryAnnotations")) {
      return true;
    }
    for (JsonNode annotation : span.path("annotations")) {
      if (annotation.has("endpoint")) {
        return true;
      }
    }
    return false;
  }

  static void read(JsonNode span, SpanSink sink, String where) {
    String traceId = SpanIds.read(span.path("traceId").asText(), sink, where);
    String id = SpanIds.read(span.path("id").asText(), sink, where);
    if (!SpanFields.hasIds(traceId, id, span, "traceId and id", sink, where)
        || traceId == null
        || id == null) {
      return;
    }
    String parent = span.path("parentId").asText("");
    var ids = new Ids(traceId, id, parent.isEmpty() ? null : SpanIds.read(parent, sink, where));
    try {
      if (isFirst(span)) {
        first(span, ids, sink, where);
        return;
      }
      sink.span(
          ids.span(
              SpanFields.service(
                  span.path("localEndpoint").path("serviceName").asText(""), sink, where),
              instance(span),
              span,
              SpanFields.kind(span.path("kind").asText()),
              SpanFields.start(span, "timestamp", UNIT),
              SpanFields.duration(span, "duration", UNIT),
              span.path("tags").has("error")));
    } catch (NumberFormatException e) {
      sink.damaged(Damage.UNREADABLE, where + ": " + e.getMessage());
    }
  }

  /** Returns the instance that tags name, or else the address of the recording side. */
  private static String instance(JsonNode span) {
    String named = SpanFields.instance(span.path("tags"));
    return named.isEmpty() ? address(span.path("localEndpoint")) : named;
  }

  private static String address(JsonNode endpoint) {
    String address = endpoint.path("ipv4").asText(endpoint.path("ipv6").asText(""));
    return endpoint.has("port") ? address + ":" + endpoint.path("port").asText() : address;
  }

  private record Ids(String traceId, String id, @Nullable String parentId) {
    Span span(
        String service,
        String instance,
        JsonNode span,
        SpanKind kind,
        long startNanos,
        long durationNanos,
        boolean failed) {
      return new Span(
              traceId,
              id,
              parentId,
              service,
              span.path("name").asText(),
              kind,
              startNanos,
              durationNanos,
              failed)
          .at(instance);
    }
  }

  /** Start and end of one side of a span in the first API. */
  private static final class Side {
    private final SpanKind kind;
    private String service = "";
    private String address = "";
    private @Nullable JsonNode begin;
    private @Nullable JsonNode end;

    Side(SpanKind kind) {
      this.kind = kind;
    }

    boolean isThere() {
      return begin != null || end != null;
    }

    void set(JsonNode annotation, boolean isBegin) {
      if (isBegin) {
        begin = annotation;
      } else {
        end = annotation;
      }
      String name = annotation.path("endpoint").path("serviceName").asText("");
      service = service.isEmpty() ? name : service;
      address = address.isEmpty() ? address(annotation.path("endpoint")) : address;
    }
  }

  /**
   * Reads a span of the first API. Annotations {@code cs} and {@code cr} are the times at which the
   * client sent and received; {@code sr} and {@code ss} are the times at which the server received
   * and sent. A span with both sides becomes two spans with one id, as in the second API.
   */
  private static void first(JsonNode span, Ids ids, SpanSink sink, String where) {
    var client = new Side(SpanKind.CLIENT);
    var server = new Side(SpanKind.SERVER);
    var producer = new Side(SpanKind.PRODUCER);
    var consumer = new Side(SpanKind.CONSUMER);
    for (JsonNode annotation : span.path("annotations")) {
      switch (annotation.path("value").asText()) {
        case "cs" -> client.set(annotation, true);
        case "cr" -> client.set(annotation, false);
        case "sr" -> server.set(annotation, true);
        case "ss" -> server.set(annotation, false);
        case "ms" -> producer.set(annotation, true);
        case "mr" -> consumer.set(annotation, true);
        default -> {}
      }
    }
    boolean failed = false;
    String local = "";
    String address = "";
    for (JsonNode tag : span.path("binaryAnnotations")) {
      String key = tag.path("key").asText();
      String name = tag.path("endpoint").path("serviceName").asText("");
      failed |= key.equals("error");
      // Addresses of a client or a server are those of the other side.
      boolean isAddress = key.equals("ca") || key.equals("sa");
      if (key.equals("lc") || (local.isEmpty() && !isAddress)) {
        local = name;
        address = address(tag.path("endpoint"));
      }
    }
    // The span's own time is that of the client's side, or of the only side.
    boolean isMeasured = true;
    boolean any = false;
    for (Side side : new Side[] {client, producer, server, consumer}) {
      if (side.isThere()) {
        boolean isOfSpan = isMeasured && span.path("timestamp").asLong() > 0;
        sink.span(
            ids.span(
                SpanFields.service(side.service, sink, where),
                side.address,
                span,
                side.kind,
                isOfSpan ? SpanFields.start(span, "timestamp", UNIT) : start(side),
                isOfSpan && span.has("duration")
                    ? SpanFields.duration(span, "duration", UNIT)
                    : between(side),
                failed));
        isMeasured = false;
        any = true;
      }
    }
    if (!any) {
      sink.span(
          ids.span(
              SpanFields.service(local, sink, where),
              address,
              span,
              SpanKind.INTERNAL,
              SpanFields.start(span, "timestamp", UNIT),
              SpanFields.duration(span, "duration", UNIT),
              failed));
    }
  }

  private static long start(Side side) {
    JsonNode first = side.begin == null ? side.end : side.begin;
    return first == null ? 0 : SpanFields.start(first, "timestamp", UNIT);
  }

  private static long between(Side side) {
    return side.begin == null || side.end == null
        ? Span.UNFINISHED
        : Math.max(
            Span.UNFINISHED,
            SpanFields.start(side.end, "timestamp", UNIT)
                - SpanFields.start(side.begin, "timestamp", UNIT));
  }
}
