package org.curtail.traces.read;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.curtail.benchkit.terminal.Abbreviated;
import org.curtail.traces.Damage;
import org.curtail.traces.Span;
import org.curtail.traces.SpanKind;
import org.jspecify.annotations.Nullable;

/** Reads fields that are common to all formats. */
final class SpanFields {
  private static final String SERVICE_UNKNOWN = "unknown";
  private static final int MOST_NAMED = 6;

  /** Attributes that name an instance of a service. The first one that is present counts. */
  private static final List<String> INSTANCE =
      List.of("service.instance.id", "k8s.pod.name", "host.name", "hostname", "ip");

  private SpanFields() {}

  /** Returns the kind from a name, or from a number of OpenTelemetry. */
  static SpanKind kind(String text) {
    return switch (text.toUpperCase(Locale.ROOT).replace("SPAN_KIND_", "")) {
      case "2", "SERVER" -> SpanKind.SERVER;
      case "3", "CLIENT" -> SpanKind.CLIENT;
      case "4", "PRODUCER" -> SpanKind.PRODUCER;
      case "5", "CONSUMER" -> SpanKind.CONSUMER;
      default -> SpanKind.INTERNAL;
    };
  }

  /** Returns the name of a service, or the placeholder for spans without one. */
  static String service(String name, SpanSink sink, String where) {
    if (name.isBlank()) {
      sink.damaged(Damage.NO_SERVICE, where);
      return SERVICE_UNKNOWN;
    }
    return name;
  }

  /** Returns the instance of a service from its attributes; empty if they name none. */
  static String instance(Map<String, String> attributes) {
    return INSTANCE.stream()
        .map(name -> attributes.getOrDefault(name, "").strip())
        .filter(value -> !value.isEmpty())
        .findFirst()
        .orElse("");
  }

  /**
   * Returns the instance of a service from the fields of an object; empty if they name none.
   * Elasticsearch stores a dot as @.
   */
  static String instance(JsonNode attributes) {
    var named = new HashMap<String, String>();
    attributes
        .properties()
        .forEach(field -> named.put(field.getKey().replace('@', '.'), field.getValue().asText()));
    return instance(named);
  }

  /**
   * Returns the start of a span from a field: a number since 1970, its text, or a date.
   *
   * @throws NumberFormatException if the start is missing, not a time, or not after 1970; the
   *     message names field and value
   */
  static long start(JsonNode span, String field, TimeUnit unit) {
    JsonNode time = span.path(field);
    if (time.isMissingNode() || time.isNull()) {
      throw new NumberFormatException(
          "%s: expected %s since 1970, found none; the fields are %s"
              .formatted(field, words(unit), names(span)));
    }
    long nanos = nanos(time, field, unit, "%s since 1970");
    if (nanos <= 0) {
      throw new NumberFormatException(
          "%s %s: expected %s since 1970; a time out of range"
              .formatted(field, Abbreviated.of(time.asText()), words(unit)));
    }
    return nanos;
  }

  /**
   * Returns the duration in a field; {@link Span#UNFINISHED} if it is missing.
   *
   * @throws NumberFormatException if the value is not a duration; the message names field and value
   */
  static long duration(JsonNode span, String field, TimeUnit unit) {
    JsonNode duration = span.path(field);
    if (duration.isMissingNode() || duration.isNull()) {
      return Span.UNFINISHED;
    }
    long nanos = nanos(duration, field, unit, "a duration in %s");
    if (nanos < 0) {
      throw new NumberFormatException(
          "%s %s: expected a duration of at least 0"
              .formatted(field, Abbreviated.of(duration.toString())));
    }
    return nanos;
  }

  /**
   * Returns the nanoseconds of a number, or of a text with a number, a date or a duration.
   *
   * @param expected description of the expected value for messages, with {@code %s} for the unit
   */
  static long nanos(JsonNode time, String field, TimeUnit unit, String expected) {
    if (time.canConvertToLong() && time.isIntegralNumber()) {
      return unit.toNanos(time.asLong());
    }
    try {
      if (time.isNumber() || time.isTextual()) {
        return RecordedTime.durationNanos(time.asText().strip(), unit);
      }
    } catch (NumberFormatException e) {
      // Reported below.
    }
    throw new NumberFormatException(
        "%s %s: %s"
            .formatted(
                field,
                Abbreviated.of(time.toString()),
                time.isNumber()
                    ? "a time out of range"
                    : "expected %s as a number or its text"
                        .formatted(expected.formatted(words(unit)))));
  }

  private static String words(TimeUnit unit) {
    return unit.name().toLowerCase(Locale.ROOT);
  }

  /** Returns the first names of an object's fields, for messages. */
  static String names(JsonNode object) {
    List<String> names = new ArrayList<>();
    Iterator<String> all = object.fieldNames();
    while (all.hasNext() && names.size() < MOST_NAMED) {
      names.add(Abbreviated.of(all.next()));
    }
    return names.isEmpty() ? "none" : String.join(", ", names) + (all.hasNext() ? ", ..." : "");
  }

  /**
   * Counts a span without one of its ids.
   *
   * @return true if both ids are present
   */
  static boolean hasIds(
      @Nullable Object traceId,
      @Nullable Object id,
      JsonNode span,
      String names,
      SpanSink sink,
      String where) {
    if (traceId == null || id == null) {
      sink.damaged(
          Damage.UNREADABLE,
          "%s: expected a span with the ids %s that are not 0; the fields are %s"
              .formatted(where, names, names(span)));
      return false;
    }
    return true;
  }
}
