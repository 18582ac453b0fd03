package org.curtail.traces.read;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.io.JsonEOFException;
import com.fasterxml.jackson.core.util.JsonParserDelegate;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.curtail.benchkit.files.InputLines;
import org.curtail.benchkit.files.JsonProblem;
import org.curtail.benchkit.terminal.Failure;
import org.curtail.traces.Damage;
import org.jspecify.annotations.Nullable;

/**
 * Reads spans from JSON values and documents. The fields decide the format: {@link JaegerJson},
 * {@link ZipkinJson}, {@link OtlpJson}, or a row of a table. Other values may be envelopes of
 * stores and servers, so their content is searched, too. Holds one value, trace or resource at a
 * time.
 */
final class JsonSpans {
  private static final int MOST_TEXT = 20_000_000;

  /** Limit of a value within a document, a part of the heap. */
  private static final long MOST_BYTES =
      Math.max(InputLines.LONGEST_LINE_BYTES, Runtime.getRuntime().maxMemory() / 8);

  /** Fields whose value may exceed the memory. */
  private static final Set<String> ENVELOPES =
      Set.of("data", "resourceSpans", "batches", "trace", "traces", "result", "hits");

  private static final ObjectMapper JSON =
      new ObjectMapper(
          JsonFactory.builder()
              .streamReadConstraints(
                  StreamReadConstraints.builder().maxStringLength(MOST_TEXT).build())
              .build());

  /** Reader of a line, which fails if text follows the value. */
  private static final ObjectReader LINE =
      JSON.reader().with(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

  private static final Pattern XRAY_ID = Pattern.compile("1-[0-9a-fA-F]{8}-[0-9a-fA-F]{24}");
  private static final List<String> OTHER_SIGNALS =
      List.of("resourceMetrics", "resourceLogs", "resourceProfiles");
  private static final List<String> SNAKES =
      List.of("resource_spans", "scope_spans", "instrumentation_library_spans");

  private final SpanSink sink;
  private final Rows rows;
  private @Nullable TimeUnit unit;

  /** Receives rows of a table. */
  interface Rows {
    void row(JsonNode row, String where);
  }

  JsonSpans(SpanSink sink, Rows rows) {
    this.sink = sink;
    this.rows = rows;
  }

  /** True if the first line of a file is a whole value. Then each line is a value. */
  static boolean isOfLines(InputLines first) throws IOException {
    if (first.isTooLong()) {
      return false;
    }
    try {
      LINE.readTree(first.bytes(), 0, first.length());
      return true;
    } catch (JsonProcessingException e) {
      // A value that ends too early continues on the next line; any other error is damage.
      return !(e instanceof JsonEOFException);
    }
  }

  /**
   * Reads the value of a line, and counts a broken line.
   *
   * @param json null if the line is too long
   */
  void line(byte @Nullable [] json, String where) {
    if (json == null) {
      sink.damaged(Damage.UNREADABLE, where + ": longer than 64 MiB");
      return;
    }
    try {
      value(LINE.readTree(json), where);
    } catch (JsonProcessingException e) {
      sink.damaged(Damage.UNREADABLE, where + ": " + JsonProblem.reason(e));
    } catch (IOException e) {
      // The text is not UTF-8, as no file is read here.
      sink.damaged(Damage.UNREADABLE, where + ": " + Failure.reason(e));
    }
  }

  /** The unit of the times so far; null if there were only rows. */
  @Nullable TimeUnit unit() {
    return unit;
  }

  /** Reads one value from another source. */
  void value(byte[] json, String where) throws IOException {
    value(LINE.readTree(json), where);
  }

  /** Reads one document. Counts everything after a broken part as one record. */
  void document(InputStream input, String file) throws IOException {
    try (JsonParser parser = JSON.createParser(input)) {
      while (parser.nextToken() != null) {
        readNested(parser, file, true);
      }
    } catch (JsonProcessingException e) {
      sink.damaged(
          Damage.UNREADABLE,
          "%s:%d: %s"
              .formatted(
                  file,
                  e.getLocation() == null ? 1 : e.getLocation().getLineNr(),
                  JsonProblem.reason(e)));
    }
  }

  /**
   * Reads the content of lists and envelopes one by one.
   *
   * @param isOutermost true to count unknown content
   * @return true if something was recognized
   */
  private boolean readNested(JsonParser parser, String file, boolean isOutermost)
      throws IOException {
    if (parser.currentToken() == JsonToken.START_ARRAY) {
      while (parser.nextToken() != JsonToken.END_ARRAY) {
        String where = file + ":" + parser.currentLocation().getLineNr();
        value(tree(parser), where);
      }
      return true;
    }
    if (parser.currentToken() != JsonToken.START_OBJECT) {
      if (isOutermost) {
        sink.damaged(Damage.UNREADABLE, file + ": expected an object or a list");
      }
      return false;
    }
    String where = file + ":" + parser.currentLocation().getLineNr();
    boolean isKnown = false;
    ObjectNode rest = JSON.createObjectNode();
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      String field = parser.currentName();
      JsonToken value = parser.nextToken();
      if (ENVELOPES.contains(field)
          && (value == JsonToken.START_ARRAY || value == JsonToken.START_OBJECT)) {
        isKnown |= readNested(parser, file, false);
      } else {
        rest.set(field, tree(parser));
      }
    }
    isKnown |= recognized(rest, where);
    if (!isKnown && isOutermost) {
      sink.damaged(Damage.UNREADABLE, where + ": " + expectation(rest));
    }
    return isKnown;
  }

  /** Returns the value at the parser's position. Fails if it would not fit into memory. */
  private static JsonNode tree(JsonParser parser) throws IOException {
    long last = parser.currentLocation().getByteOffset() + MOST_BYTES;
    return JSON.readTree(
        new JsonParserDelegate(parser) {
          @Override
          public JsonToken nextToken() throws IOException {
            if (delegate.currentLocation().getByteOffset() > last) {
              throw new JsonParseException(
                  delegate,
                  "a value of over %,d MB, which does not fit into memory; give more with --memory"
                      .formatted(MOST_BYTES / 1_000_000));
            }
            return delegate.nextToken();
          }
        });
  }

  private void value(JsonNode node, String where) {
    if (!recognized(node, where)) {
      sink.damaged(Damage.UNREADABLE, where + ": " + expectation(node));
    }
  }

  /** Reads a value in a known format. Returns false for other values. */
  private boolean recognized(JsonNode node, String where) {
    if (node.isArray()) {
      return list(node, where);
    }
    if (!node.isObject()) {
      return false;
    }
    if (isOfOtherProgram(node)) {
      sink.damaged(Damage.UNREADABLE, where + ": " + expectation(node));
    } else if (isOtherSignal(node)) {
      sink.damaged(Damage.OTHER_SIGNAL, where);
    } else if (JaegerJson.is(node)) {
      unit = TimeUnit.MICROSECONDS;
      JaegerJson.read(node, sink, where);
    } else if (JaegerJson.isSpan(node)) {
      unit = TimeUnit.MICROSECONDS;
      JaegerJson.readSpan(node, sink, where);
    } else if (OtlpJson.is(node)) {
      unit = TimeUnit.NANOSECONDS;
      OtlpJson.read(node, sink, where);
    } else if (ZipkinJson.is(node) && (node.has("timestamp") || !TableSpans.isRow(node))) {
      unit = TimeUnit.MICROSECONDS;
      ZipkinJson.read(node, sink, where);
    } else if (TableSpans.isRow(node)) {
      rows.row(node, where);
    } else {
      boolean isKnown = false;
      for (Map.Entry<String, JsonNode> field : node.properties()) {
        JsonNode content = field.getValue();
        // An empty envelope is valid.
        isKnown |=
            content.isContainerNode()
                && (recognized(content, where)
                    || (content.isEmpty() && ENVELOPES.contains(field.getKey())));
      }
      return isKnown;
    }
    return true;
  }

  /**
   * Reads the known values of a list. If the list has known values, counts all other values as
   * damage.
   */
  private boolean list(JsonNode list, String where) {
    int unknown = 0;
    JsonNode first = list;
    for (JsonNode each : list) {
      if (!recognized(each, where)) {
        first = unknown++ == 0 ? each : first;
      }
    }
    boolean isKnown = unknown < list.size();
    for (int i = 0; isKnown && i < unknown; i++) {
      sink.damaged(Damage.UNREADABLE, where + ": " + expectation(first));
    }
    return isKnown;
  }

  /** True for valid metrics, logs and profiles. */
  private static boolean isOtherSignal(JsonNode node) {
    return OTHER_SIGNALS.stream().anyMatch(node::has);
  }

  /** True for a known format of spans that is not supported. */
  private static boolean isOfOtherProgram(JsonNode node) {
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

  /** Describes the expected and the found content, for messages. */
  private static String expectation(JsonNode node) {
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
