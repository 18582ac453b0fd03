package org.curtail.traces.read;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.curtail.traces.Span;
import org.curtail.traces.SpanKind;

/** Writes spans in each supported format. */
final class SpanTexts {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final long NANOS_PER_MICRO = 1_000;

  private SpanTexts() {}

  /** The 32 digits of a trace id such as t12. */
  static String traceId(String id) {
    return "%032x".formatted(Integer.parseInt(id.substring(1)) + 1);
  }

  static String spanId(String id) {
    return "%016x".formatted(Integer.parseInt(id.substring(1)) + 1);
  }

  static List<String> csv(List<Span> spans) {
    List<String> lines = new ArrayList<>();
    lines.add("trace,span,parent,service,pod,op,kind,status,start_us,dur_us");
    for (Span span : spans) {
      lines.add(
          "%s,%s,%s,%s,%s,%s,%s,%s,%d,%d"
              .formatted(
                  span.traceId(),
                  span.id(),
                  span.parentId() == null ? "" : span.parentId(),
                  span.service(),
                  span.instance(),
                  span.operation(),
                  span.kind(),
                  span.failed() ? "ERROR" : "OK",
                  span.startNanos() / NANOS_PER_MICRO,
                  span.durationNanos() / NANOS_PER_MICRO));
    }
    return lines;
  }

  /** Spreads a document over many lines. */
  static List<String> jaeger(List<Span> spans) {
    Map<String, ObjectNode> traces = new LinkedHashMap<>();
    ObjectNode document = JSON.createObjectNode();
    var data = document.putArray("data");
    for (Span span : spans) {
      String traceId = traceId(span.traceId());
      ObjectNode trace = traces.get(traceId);
      if (trace == null) {
        trace = data.addObject().put("traceID", traceId);
        trace.putArray("spans");
        trace.putObject("processes");
        traces.put(traceId, trace);
      }
      String process = "p-" + span.service() + span.instance();
      trace
          .withObject("processes")
          .putObject(process)
          .put("serviceName", span.service())
          .putArray("tags")
          .addObject()
          .put("key", "host.name")
          .put("value", span.instance());
      ObjectNode one =
          trace
              .withArray("spans")
              .addObject()
              .put("traceID", traceId)
              .put("spanID", spanId(span.id()))
              .put("operationName", span.operation())
              .put("startTime", span.startNanos() / NANOS_PER_MICRO)
              .put("duration", span.durationNanos() / NANOS_PER_MICRO)
              .put("processID", process);
      var references = one.putArray("references");
      if (span.parentId() != null) {
        references
            .addObject()
            .put("refType", "CHILD_OF")
            .put("traceID", traceId)
            .put("spanID", spanId(span.parentId()));
      }
      var tags = one.putArray("tags");
      if (span.kind() != SpanKind.INTERNAL) {
        tags.addObject().put("key", "span.kind").put("value", lower(span.kind()));
      }
      if (span.failed()) {
        tags.addObject().put("key", "error").put("type", "bool").put("value", true);
      }
    }
    return List.of(document.toPrettyString());
  }

  static List<String> zipkin(List<Span> spans) {
    var list = JSON.createArrayNode();
    for (Span span : spans) {
      ObjectNode one =
          list.addObject()
              .put("traceId", traceId(span.traceId()))
              .put("id", spanId(span.id()))
              .put("name", span.operation())
              .put("timestamp", span.startNanos() / NANOS_PER_MICRO)
              .put("duration", span.durationNanos() / NANOS_PER_MICRO);
      one.putObject("localEndpoint").put("serviceName", span.service()).put("ipv4", "10.0.0.1");
      ObjectNode tags = one.putObject("tags").put("host.name", span.instance());
      if (span.parentId() != null) {
        one.put("parentId", spanId(span.parentId()));
      }
      if (span.kind() != SpanKind.INTERNAL) {
        one.put("kind", span.kind().name());
      }
      if (span.failed()) {
        tags.put("error", "500");
      }
    }
    return List.of(list.toString());
  }

  /** One span per line, the smallest batches of a collector. */
  static List<String> otlp(List<Span> spans) {
    List<String> lines = new ArrayList<>();
    for (Span span : spans) {
      ObjectNode line = JSON.createObjectNode();
      ObjectNode resource = line.putArray("resourceSpans").addObject();
      ArrayNode attributes = resource.putObject("resource").putArray("attributes");
      attribute(attributes, "host.name", "one host for all");
      attribute(attributes, "service.name", span.service());
      attribute(attributes, "service.instance.id", span.instance());
      ObjectNode one =
          resource
              .putArray("scopeSpans")
              .addObject()
              .putArray("spans")
              .addObject()
              .put("traceId", traceId(span.traceId()))
              .put("spanId", spanId(span.id()))
              .put("parentSpanId", span.parentId() == null ? "" : spanId(span.parentId()))
              .put("name", span.operation())
              .put("kind", otlp(span.kind()))
              .put("startTimeUnixNano", Long.toString(span.startNanos()))
              .put("endTimeUnixNano", Long.toString(span.startNanos() + span.durationNanos()));
      one.putObject("status").put("code", span.failed() ? 2 : 0);
      lines.add(line.toString());
    }
    return lines;
  }

  private static void attribute(ArrayNode attributes, String key, String value) {
    attributes.addObject().put("key", key).putObject("value").put("stringValue", value);
  }

  /** The contents of {@link #otlp} in the response of a server for one trace. */
  static List<String> answers(List<Span> spans) {
    return otlp(spans).stream().map(line -> "{\"trace\":%s}".formatted(line)).toList();
  }

  /** One JSON object per table row and line, with upper-case ids and dates with an offset. */
  static List<String> rows(List<Span> spans) {
    return spans.stream().map(span -> row(span).toString()).toList();
  }

  /** The same rows in a document that first declares its columns. */
  static List<String> document(List<Span> spans) {
    ObjectNode document = JSON.createObjectNode();
    document.putArray("meta").addObject().put("name", "TraceId").put("type", "String");
    var data = document.putArray("data");
    spans.forEach(span -> data.add(row(span)));
    document.put("rows", spans.size()).putObject("statistics").put("elapsed", 0.1);
    return List.of(document.toPrettyString());
  }

  private static ObjectNode row(Span span) {
    ObjectNode row =
        JSON.createObjectNode()
            .put("TraceId", traceId(span.traceId()).toUpperCase(Locale.ROOT))
            .put("SpanId", spanId(span.id()))
            .put("ServiceName", span.service())
            .put("SpanName", span.operation())
            .put("SpanKind", span.kind().name())
            .put("StatusCode", span.failed() ? "Error" : "Unset")
            .put("Timestamp", date(span.startNanos()))
            .put("Duration", span.durationNanos());
    row.putObject("ResourceAttributes").put("host.name", span.instance());
    if (span.parentId() != null) {
      row.put("ParentSpanId", spanId(span.parentId()).toUpperCase(Locale.ROOT));
    }
    return row;
  }

  private static String date(long nanos) {
    return Instant.ofEpochSecond(0, nanos)
        .atOffset(ZoneOffset.ofHours(2))
        .format(DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss.nnnnnnnnn Z"))
        .replaceAll("\\.(\\d+)", ".$1");
  }

  /** One span per line with its process, the format of search stores. */
  static List<String> hits(List<Span> spans) {
    List<String> lines = new ArrayList<>();
    for (Span span : spans) {
      ObjectNode hit = JSON.createObjectNode().put("_index", "jaeger-span-2026-01-01");
      ObjectNode source =
          hit.putObject("_source")
              .put("traceID", traceId(span.traceId()))
              .put("spanID", spanId(span.id()))
              .put("operationName", span.operation())
              .put("startTime", span.startNanos() / NANOS_PER_MICRO)
              .put("duration", span.durationNanos() / NANOS_PER_MICRO);
      source
          .putObject("process")
          .put("serviceName", span.service())
          .putObject("tag")
          .put("host@name", span.instance());
      var references = source.putArray("references");
      if (span.parentId() != null) {
        references
            .addObject()
            .put("refType", "CHILD_OF")
            .put("traceID", traceId(span.traceId()))
            .put("spanID", spanId(span.parentId()));
      }
      source.putObject("tag").put("span@kind", lower(span.kind())).put("error", span.failed());
      lines.add(hit.toString());
    }
    return lines;
  }

  /** Zipkin's API v1, in which annotations have the service and the side of a span. */
  static List<String> firstZipkin(List<Span> spans) {
    List<String> lines = new ArrayList<>();
    for (Span span : spans) {
      ObjectNode one =
          JSON.createObjectNode()
              .put("traceId", traceId(span.traceId()))
              .put("id", spanId(span.id()))
              .put("name", span.operation());
      if (span.parentId() != null) {
        one.put("parentId", spanId(span.parentId()));
      }
      long from = span.startNanos() / NANOS_PER_MICRO;
      long to = from + span.durationNanos() / NANOS_PER_MICRO;
      var annotations = one.putArray("annotations");
      var tags = one.putArray("binaryAnnotations");
      if (span.kind() == SpanKind.INTERNAL) {
        one.put("timestamp", from).put("duration", to - from);
        tag(tags, "lc", "", span.service(), span.instance());
      } else {
        boolean isClient = span.kind() == SpanKind.CLIENT;
        annotation(annotations, isClient ? "cs" : "sr", from, span);
        annotation(annotations, isClient ? "cr" : "ss", to, span);
        tag(tags, isClient ? "sa" : "ca", "true", "the other side", "10.0.0.1");
      }
      if (span.failed()) {
        tag(tags, "error", "500", span.service(), span.instance());
      }
      lines.add("[" + one + "]");
    }
    return lines;
  }

  private static void annotation(ArrayNode annotations, String value, long micros, Span span) {
    annotations
        .addObject()
        .put("value", value)
        .put("timestamp", micros)
        .putObject("endpoint")
        .put("serviceName", span.service())
        .put("ipv4", span.instance());
  }

  private static void tag(
      ArrayNode tags, String key, String value, String service, String address) {
    tags.addObject()
        .put("key", key)
        .put("value", value)
        .putObject("endpoint")
        .put("serviceName", service)
        .put("ipv4", address);
  }

  static int otlp(SpanKind kind) {
    return switch (kind) {
      case INTERNAL -> 1;
      case SERVER -> 2;
      case CLIENT -> 3;
      case PRODUCER -> 4;
      case CONSUMER -> 5;
    };
  }

  private static String lower(SpanKind kind) {
    return kind.name().toLowerCase(Locale.ROOT);
  }
}
