package org.curtail.benchkit.results;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonLocation;
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
import org.curtail.benchkit.files.InputFile;
import org.curtail.benchkit.files.JsonProblem;
import org.curtail.benchkit.terminal.Abbreviated;
import org.curtail.benchkit.terminal.UsageError;
import org.curtail.json.ReadLimits;
import org.jspecify.annotations.Nullable;

/**
 * A JSON value with its location, for messages. There may be millions of values, so the path of a
 * value is built only for a message.
 *
 * @param place location in the file
 * @param line line number, from 1
 * @param value a map of fields, a list, a text, a number (Long or Double), a Boolean, or null
 */
record LocatedJson(Place place, int line, @Nullable Object value) {
  /**
   * A value's location.
   *
   * @param above location of the object or list around the value; null for the whole file
   * @param step name or index of the value there
   */
  record Place(Path file, @Nullable Place above, Object step) {
    Place of(Object next) {
      return new Place(file, this, next);
    }

    /** Returns the path, such as {@code runs[3].p99Ms}; empty for the whole file. */
    String path() {
      if (above == null) {
        return "";
      }
      String before = above.path();
      return step instanceof Integer
          ? before + "[" + step + "]"
          : before.isEmpty() ? step.toString() : before + "." + step;
    }
  }

  // Jackson's own tree forgets lines. NaN and infinities are accepted here so that they are
  // rejected by name and field like every other wrong value.
  private static final JsonFactory JSON =
      new JsonFactoryBuilder()
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS)
          .streamReadConstraints(ReadLimits.CONSTRAINTS)
          .build();

  /**
   * Greatest number of values: a thousand times that of a long comparison, in a few hundred
   * megabytes.
   */
  private static final int MOST_VALUES = 3_000_000;

  private static final int LONGEST_PATH = 200;

  /**
   * Reads a whole file.
   *
   * @throws UsageError if the file is not one JSON value in UTF-8
   * @throws IOException if the file cannot be read
   */
  static LocatedJson read(Path file) throws IOException {
    InputFile.require(file, "JSON");
    try (InputStream in = Files.newInputStream(file);
        JsonParser parser = JSON.createParser(in)) {
      try {
        return whole(file, parser);
      } catch (JsonProcessingException e) {
        // A text that is too long, or a value that is nested too deep, has no location of its own.
        JsonLocation place = e.getLocation() == null ? parser.currentLocation() : e.getLocation();
        throw new UsageError(
            "%s:%d: expected JSON: %s".formatted(file, place.getLineNr(), JsonProblem.reason(e)),
            e);
      }
    }
  }

  private static LocatedJson whole(Path file, JsonParser parser) throws IOException {
    if (parser.nextToken() == null) {
      throw new UsageError(file + ": expected JSON, found an empty file");
    }
    LocatedJson whole = new Reading(parser).value(new Place(file, null, ""));
    if (parser.nextToken() != null) {
      throw new UsageError(
          "%s:%d: expected the end of the file, found more JSON"
              .formatted(file, parser.currentLocation().getLineNr()));
    }
    return whole;
  }

  /** A reading of a file, with a count of its values. */
  private static final class Reading {
    private final JsonParser parser;
    private int values;

    Reading(JsonParser parser) {
      this.parser = parser;
    }

    LocatedJson value(Place place) throws IOException {
      int line = parser.currentTokenLocation().getLineNr();
      if (++values > MOST_VALUES) {
        throw new LocatedJson(place, line, null)
            .misuse("expected at most %,d values in a file, found more".formatted(MOST_VALUES));
      }
      Object value =
          switch (parser.currentToken()) {
            case START_OBJECT -> fields(place);
            case START_ARRAY -> items(place);
            case VALUE_NUMBER_INT -> integer(parser);
            case VALUE_NUMBER_FLOAT -> parser.getDoubleValue();
            case VALUE_TRUE -> true;
            case VALUE_FALSE -> false;
            case VALUE_NULL -> null;
            default -> parser.getText();
          };
      return new LocatedJson(place, line, value);
    }

    private Map<String, LocatedJson> fields(Place place) throws IOException {
      Map<String, LocatedJson> fields = new LinkedHashMap<>(4);
      while (parser.nextToken() != JsonToken.END_OBJECT) {
        String name = parser.currentName();
        parser.nextToken();
        fields.put(name, value(place.of(name)));
      }
      return fields;
    }

    private List<LocatedJson> items(Place place) throws IOException {
      List<LocatedJson> items = new ArrayList<>();
      while (parser.nextToken() != JsonToken.END_ARRAY) {
        items.add(value(place.of(items.size())));
      }
      return items;
    }
  }

  /** Returns a Long, or a Double for greater numbers. */
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

  /** Returns a field of this object; null if it is absent. */
  @Nullable LocatedJson optional(String name) {
    return fields().get(name);
  }

  /** Returns a field of this object. Rejects an absent field. */
  LocatedJson field(String name) {
    LocatedJson field = optional(name);
    if (field == null) {
      throw misuse("expected the field \"" + name + "\", found none");
    }
    return field;
  }

  /**
   * Returns an error about this value.
   *
   * @param expected the expected value
   */
  UsageError unexpected(String expected) {
    return misuse("expected " + expected + ", found " + quote());
  }

  /** Returns an error about this value, with a free text. */
  UsageError misuse(String complaint) {
    String path = place.path();
    String shown = path.length() <= LONGEST_PATH ? path : path.substring(0, LONGEST_PATH) + "...";
    return new UsageError(
        "%s:%d: %s%s".formatted(place.file(), line, path.isEmpty() ? "" : shown + ": ", complaint));
  }

  private String quote() {
    return switch (value) {
      case null -> "null";
      case Map<?, ?> fields -> "an object";
      case List<?> items -> "a list of " + items.size();
      case String text -> "\"" + Abbreviated.of(text) + "\"";
      default -> value.toString();
    };
  }
}
