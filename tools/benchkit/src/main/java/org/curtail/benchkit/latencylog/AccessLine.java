package org.curtail.benchkit.latencylog;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * A line of an access log, split at blanks into fields; text in double quotes or in brackets is one
 * field. The name of a field is its number, from 1, or the text before its equals sign: {@code rt}
 * for {@code rt=0.012}.
 */
final class AccessLine {
  /** Sign of an access log: a date in brackets, or a request with its protocol. */
  private static final Pattern ACCESS =
      Pattern.compile(
          "^\\[GIN] |\\[\\d{2}/\\p{Alpha}{3}/\\d{4}:|\\[\\d{4}-\\d{2}-\\d{2}T|\"\\p{Upper}+ \\S+ HTTP/\\d");

  private static final Pattern POSITION = Pattern.compile("\\d{1,4}");
  private static final Pattern KEYED = Pattern.compile("(\\p{Alpha}[\\w.-]*)=(.*)", Pattern.DOTALL);

  /** A duration: digits and at most one point, without a sign. */
  private static final Pattern NUMBER = Pattern.compile("\\d{1,18}(\\.\\d{1,9})?");

  private final List<String> fields;

  private AccessLine(List<String> fields) {
    this.fields = fields;
  }

  /** True if this is the first line of an access log. */
  static boolean begins(String line) {
    return ACCESS.matcher(line).find();
  }

  static boolean isNumber(String text) {
    return NUMBER.matcher(text).matches();
  }

  /** Returns the fields of a line; empty if a quote or a bracket is not closed. */
  static Optional<AccessLine> of(String text) {
    var fields = new ArrayList<String>();
    int at = 0;
    while (at < text.length()) {
      if (text.charAt(at) == ' ' || text.charAt(at) == '\t') {
        at++;
        continue;
      }
      int end = end(text, at);
      if (end < 0) {
        return Optional.empty();
      }
      fields.add(withoutComma(text.substring(at, end)));
      at = end;
    }
    return Optional.of(new AccessLine(List.copyOf(fields)));
  }

  /** Removes the last comma or semicolon: some formats separate named fields by them. */
  private static String withoutComma(String field) {
    boolean hasComma = field.endsWith(",") || field.endsWith(";");
    return hasComma && KEYED.matcher(field).matches()
        ? field.substring(0, field.length() - 1)
        : field;
  }

  /** Returns the end of the field that begins here; below 0 without an end. */
  private static int end(String text, int from) {
    int at = from;
    while (at < text.length() && text.charAt(at) != ' ' && text.charAt(at) != '\t') {
      char sign = text.charAt(at);
      // A quote or a bracket inside a word belongs to the word, except after an equals sign.
      boolean begins = at == from || text.charAt(at - 1) == '=';
      if (begins && sign == '"') {
        at = closingQuote(text, at + 1);
      } else if (at == from && sign == '[') {
        at = text.indexOf(']', at);
      }
      if (at < 0) {
        return at;
      }
      at++;
    }
    return at;
  }

  /** Apache writes a backslash before a quote within quotes; nginx writes \x22. */
  private static int closingQuote(String text, int from) {
    for (int at = from; at < text.length(); at++) {
      if (text.charAt(at) == '"') {
        return at;
      }
      at += text.charAt(at) == '\\' ? 1 : 0;
    }
    return -1;
  }

  int size() {
    return fields.size();
  }

  /** Returns an unchanged field by its position from 0; "" after the last field. */
  String field(int place) {
    return place < fields.size() ? fields.get(place) : "";
  }

  /** Returns a field without quotes, brackets and its name. */
  String text(int place) {
    return unwrapped(withoutKey(field(place)));
  }

  /** True if the field has a name, such as rt=0.012. */
  boolean isKeyed(int place) {
    return KEYED.matcher(field(place)).matches();
  }

  /** Returns the position of the first date in brackets; below 0 without a date. */
  int datePlace() {
    return IntStream.range(0, fields.size())
        .filter(i -> date(fields.get(i)).isPresent())
        .findFirst()
        .orElse(-1);
  }

  /** Returns the first date in brackets as text; empty without a date. */
  Optional<String> date() {
    int place = datePlace();
    return place < 0 ? Optional.empty() : Optional.of(unwrapped(fields.get(place)));
  }

  private static Optional<Instant> date(String field) {
    return field.startsWith("[") ? AccessDate.parse(unwrapped(field)) : Optional.empty();
  }

  /**
   * Returns the value of a named field, without quotes and brackets; empty if no field has this
   * name.
   */
  Optional<String> value(String name) {
    if (POSITION.matcher(name).matches()) {
      int place = Integer.parseInt(name) - 1;
      return place >= 0 && place < fields.size()
          ? Optional.of(unwrapped(withoutKey(fields.get(place))))
          : Optional.empty();
    }
    return fields.stream()
        .filter(field -> field.startsWith(name + "="))
        .findFirst()
        .map(field -> unwrapped(field.substring(name.length() + 1)));
  }

  /** Returns all fields without quotes and brackets. */
  List<String> texts() {
    return fields.stream().map(AccessLine::unwrapped).toList();
  }

  /** Returns the names of all fields. */
  List<String> names() {
    return IntStream.range(0, fields.size()).mapToObj(this::name).toList();
  }

  /** Returns the name of a field; its number from 1 if it has no name. */
  String name(int place) {
    Matcher keyed = KEYED.matcher(fields.get(place));
    return keyed.matches() ? keyed.group(1) : String.valueOf(place + 1);
  }

  private static String withoutKey(String field) {
    Matcher keyed = KEYED.matcher(field);
    return keyed.matches() ? keyed.group(2) : field;
  }

  private static String unwrapped(String field) {
    boolean isWrapped =
        field.length() > 1
            && ((field.startsWith("\"") && field.endsWith("\""))
                || (field.startsWith("[") && field.endsWith("]")));
    return isWrapped ? field.substring(1, field.length() - 1) : field;
  }
}
