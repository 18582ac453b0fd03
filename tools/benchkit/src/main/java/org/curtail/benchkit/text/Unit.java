package org.curtail.benchkit.text;

import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The kind of values in a column of a {@link Table}, with its form for people. */
public enum Unit {
  /** The name of a row. */
  NAME("", 1, Object::toString),
  /** Words, aligned at the left. */
  WORDS("", 1, Object::toString),
  /** A figure as text, aligned at the right. */
  TEXT("", 1, Object::toString),
  /** A whole number. */
  COUNT("", 1, value -> Numbers.count(((Number) value).longValue())),
  /** A number with three significant digits. */
  NUMBER("", 1, value -> Numbers.significant(number(value))),
  /** A number with at most two decimals. */
  MEASURED("", 1, value -> Numbers.measured(number(value))),
  /** A number in its shortest form. */
  PLAIN("", 1, value -> Numbers.plain(number(value))),
  /** A time in milliseconds, written with a suitable unit. */
  TIME(" ms", 1, value -> Numbers.time(number(value))),
  /** A number with two decimals. */
  DECIMAL("", 1, value -> Numbers.decimal(number(value))),
  /** A number with three decimals. */
  THOUSANDTHS("", 1, value -> "%.3f".formatted(number(value))),
  /** A ratio of two values. */
  RATIO("", 1, value -> Numbers.ratio(number(value))),
  /** A probability, 0 to 1, with three significant digits; 1 for certainty. */
  PROBABILITY("", 1, value -> number(value) == 1 ? "1" : Numbers.significant(number(value))),
  /** A share, 0 to 1, as a percentage without superfluous digits. */
  PERCENT(", %", 100, value -> Numbers.percent(number(value))),
  /** A share, 0 to 1, as a percentage with two decimals. */
  HUNDREDTHS(", %", 100, value -> "%.2f %%".formatted(100 * number(value))),
  /** A share, 0 to 1, as a percentage with all its digits. */
  PLAIN_PERCENT(", %", 100, value -> Numbers.plain(100 * number(value)) + " %"),
  /** A small share, 0 to 1, as a percentage with three significant digits. */
  SHARE(", %", 100, value -> Numbers.significant(100 * number(value)) + " %");

  private final String suffix;
  private final double scale;

  @SuppressWarnings("ImmutableEnumChecker") // The functions have no state.
  private final Function<Object, String> text;

  Unit(String suffix, double scale, Function<Object, String> text) {
    this.suffix = suffix;
    this.scale = scale;
    this.text = text;
  }

  /** True if the values are numbers. */
  boolean isNumeric() {
    return this != NAME && this != WORDS && this != TEXT;
  }

  /** Returns a value for people. */
  public String text(Object value) {
    return text.apply(value);
  }

  /** Returns the heading of numbers without units: with the unit if text cells have one. */
  String headed(String heading) {
    return heading.endsWith(suffix) ? heading : heading + suffix;
  }

  /** Returns a value as a number in the unit of {@link #headed}; 0 if it is absent. */
  double bare(@Nullable Object value) {
    return value == null ? 0 : scale * number(value);
  }

  private static double number(Object value) {
    return ((Number) value).doubleValue();
  }
}
