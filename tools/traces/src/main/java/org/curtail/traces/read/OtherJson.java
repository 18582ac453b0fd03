package org.curtail.traces.read;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** JSON that holds no spans that are read, in words. */
final class OtherJson {
  private static final Pattern XRAY_ID = Pattern.compile("1-[0-9a-fA-F]{8}-[0-9a-fA-F]{24}");
  private static final List<String> OTHER_SIGNALS =
      List.of("resourceMetrics", "resourceLogs", "resourceProfiles");
  private static final List<String> SNAKES =
      List.of("resource_spans", "scope_spans", "instrumentation_library_spans");

  private OtherJson() {}

  /** Whether it is whole, but tells of something else than requests. */
  static boolean isOtherSignal(JsonNode node) {
    return OTHER_SIGNALS.stream().anyMatch(node::has);
  }

  /** Whether it is a format with spans that is known, and not read. */
  static boolean isKnown(JsonNode node) {
    return known(node) != null;
  }

  private static @Nullable String known(JsonNode node) {
    JsonNode span = node.path("spans").path(0);
    if (node.has("traceSegmentId")
        || node.has("segmentId")
        || span.has("segmentId")
        || span.has("traceSegmentId")) {
      return "that of Apache SkyWalking, which is not read";
    }
    if (node.path("Segments").isArray()
        || (node.has("Document") && node.has("Id"))
        || XRAY_ID.matcher(node.path("trace_id").asText()).matches()) {
      return "that of AWS X-Ray, which is not read";
    }
    for (String snake : SNAKES) {
      if (node.has(snake)) {
        return "%s, which OpenTelemetry's JSON calls %s".formatted(snake, camel(snake));
      }
    }
    return null;
  }

  private static String camel(String snake) {
    var camel = new StringBuilder();
    for (String word : snake.split("_", -1)) {
      camel.append(
          camel.isEmpty() ? word : Character.toUpperCase(word.charAt(0)) + word.substring(1));
    }
    return camel.toString();
  }

  /** What was expected and found, for messages. */
  static String words(JsonNode node) {
    String known = known(node);
    return "expected spans of Jaeger, Zipkin or OpenTelemetry, or rows of a table of them, found"
        + " other JSON: "
        + (known != null
            ? known
            : node.isObject()
                ? "the fields " + SpanFields.names(node)
                : node.isArray() ? "a list of other things" : "no object");
  }
}
