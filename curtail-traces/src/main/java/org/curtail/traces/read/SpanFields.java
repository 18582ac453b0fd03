package org.curtail.traces.read;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.curtail.traces.Damage;
import org.curtail.traces.Span;
import org.curtail.traces.SpanKind;

/** What the fields of all formats have in common. */
final class SpanFields {
  private static final String SERVICE_UNKNOWN = "unknown";

  private SpanFields() {}

  /** A kind in words, or as OpenTelemetry numbers them. */
  static SpanKind kind(String text) {
    return switch (text.toUpperCase(Locale.ROOT).replace("SPAN_KIND_", "")) {
      case "2", "SERVER" -> SpanKind.SERVER;
      case "3", "CLIENT" -> SpanKind.CLIENT;
      case "4", "PRODUCER" -> SpanKind.PRODUCER;
      case "5", "CONSUMER" -> SpanKind.CONSUMER;
      default -> SpanKind.INTERNAL;
    };
  }

  /** The name of a service, or that of spans without one. */
  static String service(String name, SpanSink sink, String where) {
    if (name.isBlank()) {
      sink.damaged(Damage.NO_SERVICE, where);
      return SERVICE_UNKNOWN;
    }
    return name;
  }

  /** A duration; that of a span without an end if it is missing, below 0 or no number. */
  static long duration(JsonNode duration, TimeUnit unit) {
    return duration.isNumber() && duration.asLong() >= 0
        ? unit.toNanos(duration.asLong())
        : Span.UNFINISHED;
  }
}
