package org.curtail.app.results;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.curtail.app.terminal.Misuse;
import org.jspecify.annotations.Nullable;

/**
 * A JSON value that knows where it stands, so that a complaint can say so.
 *
 * @param file the file it was read from
 * @param line its line, from 1
 * @param path its place in the document, such as {@code runs[3].p99Ms}; empty for the whole
 * @param value a map of fields, a list, a text, a number (Long or Double), a Boolean, or null
 */
record LocatedJson(Path file, int line, String path, @Nullable Object value) {
  // Jackson's own tree forgets lines. NaN and its kin are let through here so that they are
  // rejected by name and field like every other wrong value.
  private static final JsonFactory JSON =
      new JsonFactoryBuilder()
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS)
          .build();

  private static final int LONGEST_QUOTE = 40;

  /**
   * Reads a whole file.
   *
   * @throws Misuse if it is not one JSON value in UTF-8
   * @throws IOException if the file cannot be read
   */
  static LocatedJson read(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file);
        JsonParser parser = JSON.createParser(in)) {
      if (parser.nextToken() == null) {
        throw new Misuse(file + ": expected JSON, found an empty file");
      }
      LocatedJson whole = read(file, parser, "");
      if (parser.nextToken() != null) {
        throw new Misuse(
            "%s:%d: expected the end of the file, found more JSON"
                .formatted(file, parser.currentLocation().getLineNr()));
      }
      return whole;
    } catch (JsonProcessingException e) {
      var location = e.getLocation();
      throw new Misuse(
          "%s:%d: expected JSON: %s"
              .formatted(
                  file,
                  location == null ? 1 : location.getLineNr(),
                  e.getOriginalMessage().lines().findFirst().orElse("")),
          e);
    }
  }

  private static LocatedJson read(Path file, JsonParser parser, String path) throws IOException {
    int line = parser.currentTokenLocation().getLineNr();
    Object value =
        switch (parser.currentToken()) {
          case START_OBJECT -> {
            Map<String, LocatedJson> fields = new LinkedHashMap<>();
            while (parser.nextToken() != JsonToken.END_OBJECT) {
              String name = parser.currentName();
              parser.nextToken();
              fields.put(name, read(file, parser, path.isEmpty() ? name : path + "." + name));
            }
            yield fields;
          }
          case START_ARRAY -> {
            List<LocatedJson> items = new ArrayList<>();
            while (parser.nextToken() != JsonToken.END_ARRAY) {
              items.add(read(file, parser, path + "[" + items.size() + "]"));
            }
            yield items;
          }
          case VALUE_NUMBER_INT -> integer(parser);
          case VALUE_NUMBER_FLOAT -> parser.getDoubleValue();
          case VALUE_TRUE -> true;
          case VALUE_FALSE -> false;
          case VALUE_NULL -> null;
          default -> parser.getText();
        };
    return new LocatedJson(file, line, path, value);
  }

  /** A Long, or a Double for what is beyond it. */
  private static Number integer(JsonParser parser) throws IOException {
    // Two returns, not a conditional expression: that would turn the Long into a Double.
    if (parser.getNumberType() == JsonParser.NumberType.BIG_INTEGER) {
      return parser.getDoubleValue();
    }
    return parser.getLongValue();
  }

  boolean isNull() {
    return value == null;
  }

  String text() {
    if (value instanceof String text) {
      return text;
    }
    throw unexpected("a text");
  }

  double number() {
    if (value instanceof Number number && Double.isFinite(number.doubleValue())) {
      return number.doubleValue();
    }
    throw unexpected("a finite number");
  }

  boolean truth() {
    if (value instanceof Boolean truth) {
      return truth;
    }
    throw unexpected("true or false");
  }

  long wholeNumber() {
    if (value instanceof Long number) {
      return number;
    }
    throw unexpected("a whole number");
  }

  int smallWholeNumber() {
    long number = wholeNumber();
    if (number == (int) number) {
      return (int) number;
    }
    throw unexpected("a whole number from " + Integer.MIN_VALUE + " to " + Integer.MAX_VALUE);
  }

  @SuppressWarnings("unchecked") // only read() makes lists and maps
  List<LocatedJson> items() {
    if (value instanceof List<?> items) {
      return (List<LocatedJson>) items;
    }
    throw unexpected("a list");
  }

  @SuppressWarnings("unchecked") // as above
  Map<String, LocatedJson> fields() {
    if (value instanceof Map<?, ?> fields) {
      return (Map<String, LocatedJson>) fields;
    }
    throw unexpected("an object");
  }

  /** The field of an object, or null if it is absent. */
  @Nullable LocatedJson optional(String name) {
    return fields().get(name);
  }

  /** The field of an object, which must be there. */
  LocatedJson field(String name) {
    LocatedJson field = optional(name);
    if (field == null) {
      throw misuse("expected the field \"" + name + "\", found none");
    }
    return field;
  }

  /**
   * A complaint about this value.
   *
   * @param expected what it should have been
   */
  Misuse unexpected(String expected) {
    return misuse("expected " + expected + ", found " + quote());
  }

  /** A complaint about this value in free words. */
  Misuse misuse(String complaint) {
    return new Misuse(
        "%s:%d: %s%s".formatted(file, line, path.isEmpty() ? "" : path + ": ", complaint));
  }

  private String quote() {
    return switch (value) {
      case null -> "null";
      case Map<?, ?> fields -> "an object";
      case List<?> items -> "a list of " + items.size();
      case String text -> {
        String line = text.lines().findFirst().orElse("");
        yield "\""
            + (line.length() > LONGEST_QUOTE ? line.substring(0, LONGEST_QUOTE) + "..." : line)
            + "\"";
      }
      default -> value.toString();
    };
  }
}
