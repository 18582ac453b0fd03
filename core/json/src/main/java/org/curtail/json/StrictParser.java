package org.curtail.json;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import java.io.IOException;
import java.io.Reader;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.function.Supplier;

/**
 * Reads JSON of a known shape and reports any other precisely.
 *
 * <p>Every method reads one value and leaves the parser on its last token. {@code field} is the
 * path to that value, used in messages only. Not thread-safe.
 */
public final class StrictParser {
  /** Reads the value of one field. */
  public interface FieldReader {
    void read(String field) throws IOException;
  }

  /** Reads one element of an array: exactly one value. */
  public interface ElementReader {
    void read(int index) throws IOException;
  }

  /** Takes one number of an array. */
  public interface NumberReader {
    void read(double value) throws IOException;
  }

  /** Reads the only value of a text. */
  public interface Document<T> {
    T read(StrictParser parser) throws IOException;
  }

  /**
   * Readers are closed by their owner. NaN passes as a token, and {@link #finiteOrNaN} rejects it,
   * whose callers know the field. The fast number parser makes no text of each number.
   */
  private static final JsonFactory FACTORY =
      JsonFactory.builder()
          .disable(StreamReadFeature.AUTO_CLOSE_SOURCE)
          .enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS)
          .enable(StreamReadFeature.USE_FAST_DOUBLE_PARSER)
          .streamReadConstraints(ReadLimits.CONSTRAINTS)
          .build();

  private static final String FINITE = "a finite number";
  // Names in messages without a field.
  private static final String THE_TEXT = "the text";
  private static final String THE_END = "the end of the object";

  /** Longer values are cut in messages, to keep those on one line. */
  private static final int SHOWN_CHARACTERS = 60;

  private final JsonParser parser;
  private final String source;

  /** Prefix of all fields in messages: empty, or a path that ends with a point. */
  private String prefix = "";

  /** True while the current token has been looked at but not yet read as a value. */
  private boolean peeked;

  private StrictParser(JsonParser parser, String source) {
    this.parser = parser;
    this.source = source;
  }

  /**
   * Reads a document and rejects anything that follows it.
   *
   * @param source name of the text in messages, usually a file
   */
  public static <T> T parse(Reader text, String source, Document<T> document) throws IOException {
    try (JsonParser json = FACTORY.createParser(text)) {
      var parser = new StrictParser(json, source);
      try {
        T value = document.read(parser);
        if (json.nextToken() != null) {
          throw parser.unexpected("after the end", "nothing");
        }
        return value;
      } catch (JacksonException e) {
        // As a pointer, /timesMs/3/0, since the failure may lie between two fields.
        String place = json.getParsingContext().pathAsPointer().toString();
        throw parser.failure(
            // Excessive length or depth has no place of its own.
            e.getLocation() == null ? json.currentLocation() : e.getLocation(),
            "%s %s: %s"
                .formatted(
                    e instanceof StreamConstraintsException ? "at" : "not JSON at",
                    place.isEmpty() ? "/" : shown(place),
                    ReadLimits.reason(e)));
      }
    }
  }

  /** Reads an object that has each of these fields once, in any order, and no others. */
  public void object(String field, Collection<String> names, FieldReader reader)
      throws IOException {
    object(field, names, List.of(), reader);
  }

  /**
   * Reads an object with required and optional fields in any order. Each required field stands
   * once, each optional one at most once, and there are no others.
   */
  public void object(
      String field, Collection<String> required, Collection<String> optional, FieldReader reader)
      throws IOException {
    expect(field, "an object", JsonToken.START_OBJECT);
    var names = new LinkedHashSet<>(required);
    names.addAll(optional);
    var missing = new LinkedHashSet<>(names);
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      String name = parser.currentName();
      String path = field.isEmpty() ? name : field + "." + name;
      if (!names.contains(name)) {
        throw problem(quoted(path), "unknown field, expected one of " + String.join(", ", names));
      }
      if (!missing.remove(name)) {
        throw problem(path, "appears twice");
      }
      reader.read(name);
    }
    missing.removeAll(optional);
    if (!missing.isEmpty()) {
      throw problem(
          field.isEmpty() ? THE_END : field, "missing field " + String.join(", ", missing));
    }
  }

  /** Reads an array; an empty one calls nothing. */
  public void array(String field, ElementReader reader) throws IOException {
    expect(field, "an array", JsonToken.START_ARRAY);
    for (int index = 0; parser.nextToken() != JsonToken.END_ARRAY; index++) {
      peeked = true;
      reader.read(index);
    }
  }

  /** Reads an array that may have at most {@link ReadLimits#ENTRIES} elements. */
  public void shortArray(String field, ElementReader reader) throws IOException {
    array(
        field,
        index -> {
          if (index == ReadLimits.ENTRIES) {
            throw problem(field, "expected at most %,d entries, found more".formatted(index));
          }
          reader.read(index);
        });
  }

  /**
   * Reads an array of finite numbers above {@code bound}. For millions of numbers: none becomes an
   * object, and the field's path is only computed for an error.
   */
  public void numbersAbove(double bound, Supplier<String> field, NumberReader reader)
      throws IOException {
    if (next() != JsonToken.START_ARRAY) {
      throw unexpected(field.get(), "an array");
    }
    for (int index = 0; parser.nextToken() != JsonToken.END_ARRAY; index++) {
      peeked = true;
      double value = finiteOrNaN();
      if (!(value > bound)) {
        throw notAbove(bound, element(field.get(), index), value);
      }
      reader.read(value);
    }
  }

  /**
   * Reads an array of finite numbers of at least 0. For millions of numbers, like {@link
   * #numbersAbove}.
   */
  public double[] numbersFromZero(Supplier<String> field) throws IOException {
    return numbersFromZero(field, false);
  }

  /** Reads such an array in which null may replace a number; it becomes NaN. */
  public double[] numbersFromZeroOrNull(Supplier<String> field) throws IOException {
    return numbersFromZero(field, true);
  }

  private double[] numbersFromZero(Supplier<String> field, boolean nullToo) throws IOException {
    if (next() != JsonToken.START_ARRAY) {
      throw unexpected(field.get(), "an array");
    }
    double[] values = new double[16];
    int count = 0;
    for (; parser.nextToken() != JsonToken.END_ARRAY; count++) {
      peeked = true;
      double value = finiteOrNaN();
      boolean isNull = nullToo && parser.currentToken() == JsonToken.VALUE_NULL;
      if (!(value >= 0 || isNull)) {
        throw notFrom(0, element(field.get(), count), value, nullToo ? " or null" : "");
      }
      if (count == values.length) {
        values = Arrays.copyOf(values, 2 * count);
      }
      values[count] = value;
    }
    return Arrays.copyOf(values, count);
  }

  private JsonToken next() throws IOException {
    if (peeked) {
      peeked = false;
    } else {
      parser.nextToken();
    }
    JsonToken token = parser.currentToken();
    if (token == null) {
      throw failure(parser.currentLocation(), "not JSON at /: the text ends too early");
    }
    return token;
  }

  private void expect(String field, String expected, JsonToken token) throws IOException {
    if (next() != token) {
      throw unexpected(field.isEmpty() ? THE_TEXT : field, expected);
    }
  }

  /** Reads a text. */
  public String string(String field) throws IOException {
    expect(field, "a string", JsonToken.VALUE_STRING);
    return parser.getText();
  }

  /** Reads a text with only one permitted value. */
  public void constant(String field, String expected) throws IOException {
    if (next() != JsonToken.VALUE_STRING || !parser.getText().equals(expected)) {
      throw unexpected(field, '"' + expected + '"');
    }
  }

  /** Reads a whole number of at least 1, written without point or exponent. */
  public int positiveInt(String field) throws IOException {
    String expected = "a whole number of at least 1";
    expect(field, expected, JsonToken.VALUE_NUMBER_INT);
    try {
      int value = Integer.parseInt(parser.getText());
      if (value >= 1) {
        return value;
      }
    } catch (NumberFormatException tooLong) {
      expected = "a whole number from 1 to " + Integer.MAX_VALUE;
    }
    throw unexpected(field, expected);
  }

  /** Reads a finite number above {@code bound}. */
  public double numberAbove(double bound, String field) throws IOException {
    double value = finiteOrNaN();
    if (value > bound) {
      return value;
    }
    throw notAbove(bound, field, value);
  }

  private FormatException notAbove(double bound, String field, double value) throws IOException {
    return unexpected(
        field, Double.isNaN(value) ? FINITE : "a number above " + Numbers.compact(bound));
  }

  /** Reads a finite number of at least {@code bound}. */
  public double numberFrom(double bound, String field) throws IOException {
    double value = finiteOrNaN();
    if (value >= bound) {
      return value;
    }
    throw notFrom(bound, field, value, "");
  }

  private FormatException notFrom(double bound, String field, double value, String orElse)
      throws IOException {
    String expected =
        Double.isNaN(value) ? FINITE : "a number of at least " + Numbers.compact(bound);
    return unexpected(field, expected + orElse);
  }

  /** Reads a value; returns it if it is a finite number, otherwise NaN. */
  private double finiteOrNaN() throws IOException {
    JsonToken token = next();
    if (token != JsonToken.VALUE_NUMBER_INT && token != JsonToken.VALUE_NUMBER_FLOAT) {
      return Double.NaN;
    }
    double value = parser.getDoubleValue();
    return Double.isFinite(value) ? value : Double.NaN;
  }

  /** Reads true or false. */
  public boolean truth(String field) throws IOException {
    JsonToken token = next();
    if (token != JsonToken.VALUE_TRUE && token != JsonToken.VALUE_FALSE) {
      throw unexpected(field, "true or false");
    }
    return token == JsonToken.VALUE_TRUE;
  }

  /** Reads a document in the place of a value. */
  public <T> T within(String field, Document<T> document) throws IOException {
    String before = prefix;
    prefix += field + ".";
    try {
      return document.read(this);
    } finally {
      prefix = before;
    }
  }

  /** Skips an object of any content. */
  public void skipObject(String field) throws IOException {
    expect(field, "an object", JsonToken.START_OBJECT);
    parser.skipChildren();
  }

  /** Reads an array of whole numbers of at least 1. */
  public List<Integer> positiveInts(String field) throws IOException {
    var values = new ArrayList<Integer>();
    shortArray(field, index -> values.add(positiveInt(element(field, index))));
    return values;
  }

  /** Returns the path of an array's element. */
  public static String element(String field, int index) {
    return field + "[" + index + "]";
  }

  /** Returns the parser's place, for a later error. */
  public JsonLocation here() {
    return parser.currentTokenLocation();
  }

  /** Returns an error about the value just read. */
  public FormatException unexpected(String field, String expected) throws IOException {
    return problem(field, "expected " + expected + ", found " + found());
  }

  /** Returns an error about this place. */
  public FormatException problem(String field, String problem) {
    return problem(here(), field, problem);
  }

  /** Returns an error about another place. */
  public FormatException problem(JsonLocation where, String field, String problem) {
    return failure(where, path(field) + ": " + problem);
  }

  /** Returns the whole path of a field of the document. */
  private String path(String field) {
    boolean isDocument = field.equals(THE_TEXT) || field.equals(THE_END);
    int whole = prefix.length();
    return isDocument && whole > 0 ? prefix.substring(0, whole - 1) : prefix + field;
  }

  private FormatException failure(JsonLocation where, String problem) {
    return new FormatException(
        "%s, line %d, column %d: %s"
            .formatted(source, where.getLineNr(), where.getColumnNr(), problem));
  }

  private String found() throws IOException {
    return switch (parser.currentToken()) {
      case START_OBJECT -> "an object";
      case START_ARRAY -> "an array";
      case END_OBJECT, END_ARRAY -> "the end";
      case VALUE_STRING -> quoted(parser.getText());
      default -> shown(parser.getText());
    };
  }

  private static String quoted(String text) {
    return '"' + shown(text) + '"';
  }

  /** Returns a value for a message: on one line, and cut if long. */
  public static String shown(String text) {
    String line = oneLine(text);
    return line.length() <= SHOWN_CHARACTERS ? line : line.substring(0, SHOWN_CHARACTERS) + "...";
  }

  /** Returns a whole text without line breaks and other control characters. */
  public static String oneLine(String text) {
    return text.replaceAll("\\p{Cntrl}", " ");
  }
}
