package org.curtail.benchkit.files;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.curtail.json.ReadLimits;
import org.jspecify.annotations.Nullable;

/** One line of a JSON lines file: an object with text fields. */
public final class JsonLine {
  /** Limits of the parser: texts may be as long as lines. */
  private static final StreamReadConstraints LIMITS =
      ReadLimits.constraints(InputLines.LONGEST_LINE_BYTES);

  /** Greatest depth of nested objects whose fields are read. */
  private static final int DEEPEST = 8;

  private static final int MOST_FIELDS = 10_000;

  private static final JsonFactory FACTORY =
      JsonFactory.builder().streamReadConstraints(LIMITS).build();
  private static final JsonFactory ANY_NUMBER =
      JsonFactory.builder()
          .streamReadConstraints(LIMITS)
          .enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS)
          .build();

  private JsonLine() {}

  /** A malformed line; the message names the expected and the found content. */
  public static final class Broken extends Exception {
    private static final long serialVersionUID = 1;

    public Broken(String message) {
      super(message);
    }

    Broken(String message, Throwable cause) {
      super(message, cause);
    }
  }

  /**
   * Returns the wanted fields that exist. Numbers count as text; other fields may have any value.
   *
   * @throws Broken if the line is no JSON object, has text after the object, or if a wanted field
   *     is neither text nor number
   */
  public static Map<String, String> read(InputLines line, List<String> wanted) throws Broken {
    return object(line, FACTORY, parser -> wanted(parser, wanted));
  }

  /**
   * Returns the same as {@link #read}, but accepts {@code NaN} and infinite numbers, which some
   * programs write. The caller can then name the invalid number in its message.
   */
  public static Map<String, String> readWithAnyNumber(InputLines line, List<String> wanted)
      throws Broken {
    return object(line, ANY_NUMBER, parser -> wanted(parser, wanted));
  }

  /**
   * Rejects a line that is too long.
   *
   * @throws Broken if only the beginning of the line was kept
   */
  public static void requireWhole(InputLines line) throws Broken {
    if (line.isTooLong()) {
      throw new Broken(
          "expected a line of at most %d MiB, found a longer one"
              .formatted(InputLines.LONGEST_LINE_BYTES >> 20));
    }
  }

  /**
   * Returns all fields with their values: numbers, texts, and the elements of lists of these. Other
   * values, such as null and truth values, are left out. The name of a nested field has both names
   * with a dot between them. Accepts {@code NaN} and infinite numbers.
   *
   * @throws Broken if the line is no JSON object, or has text after the object
   */
  public static Map<String, List<String>> readValues(InputLines line) throws Broken {
    return object(
        line,
        ANY_NUMBER,
        parser -> {
          var found = new LinkedHashMap<String, List<String>>();
          putFields(parser, "", 1, found);
          return found;
        });
  }

  /** Reader of the fields of an object, up to its end. */
  private interface Fields<T> {
    T read(JsonParser parser) throws IOException, Broken;
  }

  private static <T> T object(InputLines line, JsonFactory factory, Fields<T> fields)
      throws Broken {
    requireWhole(line);
    try (JsonParser parser = factory.createParser(line.bytes(), 0, line.length())) {
      JsonToken first = parser.nextToken();
      if (first != JsonToken.START_OBJECT) {
        throw new Broken("expected a JSON object, found " + name(first));
      }
      T found = fields.read(parser);
      if (parser.nextToken() != null) {
        throw new Broken("expected one JSON object a line, found more behind it");
      }
      return found;
    } catch (JsonProcessingException e) {
      throw new Broken("expected a JSON object, found broken JSON: " + JsonProblem.reason(e), e);
    } catch (IOException e) {
      throw new Broken("expected JSON in UTF-8, found other bytes", e);
    }
  }

  private static void putFields(
      JsonParser parser, String within, int depth, Map<String, List<String>> found)
      throws IOException, Broken {
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      String field = within + parser.currentName();
      JsonToken value = parser.nextToken();
      if (value == JsonToken.START_OBJECT && depth < DEEPEST) {
        putFields(parser, field + ".", depth + 1, found);
      } else {
        found.put(field, values(parser, value));
      }
      if (found.size() > MOST_FIELDS) {
        throw new Broken("expected at most %,d fields, found more".formatted(MOST_FIELDS));
      }
    }
  }

  private static List<String> values(JsonParser parser, JsonToken value) throws IOException {
    if (isPlain(value)) {
      return List.of(parser.getText());
    }
    if (value != JsonToken.START_ARRAY) {
      parser.skipChildren();
      return List.of();
    }
    var values = new ArrayList<String>();
    for (JsonToken at = parser.nextToken(); at != JsonToken.END_ARRAY; at = parser.nextToken()) {
      if (isPlain(at)) {
        values.add(parser.getText());
      } else {
        parser.skipChildren();
      }
    }
    return values;
  }

  private static boolean isPlain(JsonToken value) {
    return value == JsonToken.VALUE_STRING || value.isNumeric();
  }

  private static Map<String, String> wanted(JsonParser parser, List<String> wanted)
      throws IOException, Broken {
    var found = new LinkedHashMap<String, String>();
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      String field = parser.currentName();
      JsonToken value = parser.nextToken();
      if (!wanted.contains(field)) {
        parser.skipChildren();
      } else if (isPlain(value)) {
        found.put(field, parser.getText());
      } else {
        throw new Broken("field \"%s\": expected text, found %s".formatted(field, name(value)));
      }
    }
    return found;
  }

  private static String name(@Nullable JsonToken token) {
    return switch (token) {
      case null -> "nothing";
      case START_OBJECT -> "an object";
      case START_ARRAY -> "an array";
      case VALUE_STRING -> "text";
      case VALUE_NULL -> "null";
      case VALUE_TRUE, VALUE_FALSE -> "a truth value";
      case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> "a number";
      case NOT_AVAILABLE, END_OBJECT, END_ARRAY, FIELD_NAME, VALUE_EMBEDDED_OBJECT ->
          token.toString();
    };
  }
}
