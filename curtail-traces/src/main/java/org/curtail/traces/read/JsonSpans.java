package org.curtail.traces.read;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.io.JsonEOFException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectReader;
import java.io.IOException;
import java.io.InputStream;
import java.util.concurrent.TimeUnit;
import org.curtail.measurement.files.InputLines;
import org.curtail.measurement.files.JsonProblem;
import org.curtail.measurement.terminal.Failure;
import org.curtail.traces.Damage;
import org.jspecify.annotations.Nullable;

/**
 * Spans from JSON values and documents. The fields tell the format: {@link JaegerJson}, {@link
 * ZipkinJson} or {@link OtlpJson}. Holds one value, trace or resource at a time.
 */
final class JsonSpans {
  private static final int MOST_TEXT = 20_000_000;

  private static final ObjectMapper JSON =
      new ObjectMapper(
          JsonFactory.builder()
              .streamReadConstraints(
                  StreamReadConstraints.builder().maxStringLength(MOST_TEXT).build())
              .build());

  /** A line with more behind its value is broken. */
  private static final ObjectReader LINE =
      JSON.reader().with(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

  private final SpanSink sink;
  private @Nullable TimeUnit unit;

  JsonSpans(SpanSink sink) {
    this.sink = sink;
  }

  /** Whether the first line of a file is a whole value, so that each other line is one too. */
  static boolean isOfLines(InputLines first) throws IOException {
    if (first.isTooLong()) {
      return false;
    }
    try {
      LINE.readTree(first.bytes(), 0, first.length());
      return true;
    } catch (JsonProcessingException e) {
      // A line that ends too early goes on below; any other is broken.
      return !(e instanceof JsonEOFException);
    }
  }

  /**
   * Reads a value that stands on a line; a broken one is counted.
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
      // Not read from a file: only text that is no UTF-8.
      sink.damaged(Damage.UNREADABLE, where + ": " + Failure.reason(e));
    }
  }

  /** The unit of the times so far; null if there were none. */
  @Nullable TimeUnit unit() {
    return unit;
  }

  /** Reads one value that somebody else has found. */
  static void readValue(byte[] json, String where, SpanSink sink) throws IOException {
    new JsonSpans(sink).value(LINE.readTree(json), where);
  }

  /** Reads one document; what comes after something broken in it is counted as one record. */
  static @Nullable TimeUnit readDocument(InputStream input, String file, SpanSink sink)
      throws IOException {
    var spans = new JsonSpans(sink);
    try (JsonParser parser = JSON.createParser(input)) {
      while (parser.nextToken() != null) {
        spans.walk(parser, file);
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
    return spans.unit;
  }

  /** Goes into lists and the envelopes of traces, and reads what is in them one by one. */
  private void walk(JsonParser parser, String file) throws IOException {
    if (parser.currentToken() == JsonToken.START_ARRAY) {
      while (parser.nextToken() != JsonToken.END_ARRAY) {
        value(JSON.readTree(parser), file + ":" + parser.currentLocation().getLineNr());
      }
      return;
    }
    if (parser.currentToken() != JsonToken.START_OBJECT) {
      sink.damaged(Damage.UNREADABLE, file + ": expected an object or a list");
      return;
    }
    var rest = JSON.createObjectNode();
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      String field = parser.currentName();
      JsonToken value = parser.nextToken();
      if (value == JsonToken.START_ARRAY && isEnvelope(field)) {
        walk(parser, file);
      } else {
        rest.set(field, JSON.readTree(parser));
      }
    }
    if (JaegerJson.is(rest) || ZipkinJson.is(rest)) {
      value(rest, file);
    }
  }

  private static boolean isEnvelope(String field) {
    return field.equals("data") || field.equals("resourceSpans") || field.equals("batches");
  }

  private void value(JsonNode node, String where) {
    if (node.isArray()) {
      for (JsonNode each : node) {
        value(each, where);
      }
    } else if (JaegerJson.is(node)) {
      unit = TimeUnit.MICROSECONDS;
      JaegerJson.read(node, sink, where);
    } else if (OtlpJson.is(node)) {
      unit = TimeUnit.NANOSECONDS;
      OtlpJson.read(node, sink, where);
    } else if (ZipkinJson.is(node)) {
      unit = TimeUnit.MICROSECONDS;
      ZipkinJson.read(node, sink, where);
    } else if (node.isObject() && hasEnvelope(node)) {
      node.fieldNames()
          .forEachRemaining(field -> {
            if (isEnvelope(field)) {
              value(node.get(field), where);
            }
          });
    } else {
      sink.damaged(
          Damage.UNREADABLE,
          where + ": expected spans of Jaeger, Zipkin or OpenTelemetry, found other JSON");
    }
  }

  private static boolean hasEnvelope(JsonNode node) {
    return node.has("data") || node.has("resourceSpans") || node.has("batches");
  }
}
