package org.curtail.benchkit.latencylog;

import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.curtail.benchkit.terminal.Abbreviated;
import org.curtail.benchkit.terminal.UsageError;
import org.jspecify.annotations.Nullable;

/** Latencies as text: numbers, or numbers with a unit such as 22ms, 1.2 s or Go's 1m2.5s. */
final class LogNumber {
  /** Greatest time, thirty years: numbers keep their digits up to this time. */
  static final double MOST_MILLIS = 1e12;

  /** The syntax of {@link Double#parseDouble} without hexadecimal digits and type suffixes. */
  private static final Pattern NUMBER =
      Pattern.compile(
          "[+-]?(\\d+\\.?\\d*|\\.\\d+)([eE][+-]?\\d+)?|[+-]?(NaN|Inf|Infinity)",
          Pattern.CASE_INSENSITIVE);

  private static final Pattern WITH_UNIT =
      Pattern.compile("([+-]?[\\d.,'\\u2019\\u00a0\\u202f]+(?:[eE][+-]?\\d+)?)\\s*(\\p{L}+)");

  private static final Pattern DECIMAL_COMMA = Pattern.compile("\\d+,\\d+");

  /** Go's form with hours and minutes before seconds. */
  private static final Pattern GO =
      Pattern.compile("(?:(\\d{1,9})h)?(?:(\\d{1,9})m)(\\d{1,9}(?:\\.\\d{1,9})?)s");

  private static final double MINUTE_MS = 60_000;
  private static final double HOUR_MS = 3_600_000;

  private LogNumber() {}

  /** True if the text looks like a number, valid or not. */
  static boolean isNumber(String text) {
    return NUMBER.matcher(text).matches();
  }

  /** True if the text is a time with a unit. */
  static boolean hasUnit(String text) {
    return ownUnit(text).isPresent() || GO.matcher(text).matches();
  }

  /** Returns the unit after the number. */
  private static Optional<LatencyUnit> ownUnit(String text) {
    Matcher parts = WITH_UNIT.matcher(text);
    return parts.matches() ? LatencyUnit.ofWordAlone(parts.group(2)) : Optional.empty();
  }

  /** Returns the number without the unit after it. */
  static String withoutUnit(String text) {
    Matcher parts = WITH_UNIT.matcher(text);
    return parts.matches() ? parts.group(1) : text;
  }

  /** True if the text is a time, with or without a unit. */
  static boolean isTime(String text, DecimalMark mark) {
    return hasUnit(text)
        ? GO.matcher(text).matches() || isNumber(mark.plain(withoutUnit(text)))
        : isNumber(mark.plain(text));
  }

  /**
   * Returns a latency in milliseconds.
   *
   * @param unit unit of a text without a unit; null if the text must have one
   * @param where file, line and column in messages; called only for an error
   * @throws UsageError if the text is no number, or if the number is negative, not finite or above
   *     thirty years
   */
  static double millis(
      String text, @Nullable LatencyUnit unit, DecimalMark mark, Supplier<String> where) {
    OptionalDouble time = time(text, unit, mark);
    if (time.isEmpty()) {
      throw new UsageError(
          unit == null && isNumber(mark.plain(text))
              ? "%s: expected a time with its unit as in the lines before, found '%s'"
                  .formatted(where.get(), Abbreviated.of(text))
              : "%s: expected a time of at least 0, found '%s'%s"
                  .formatted(where.get(), Abbreviated.of(text), hint(text, mark)));
    }
    double millis = time.getAsDouble();
    if (!isPossible(millis)) {
      throw new UsageError(
          millis > MOST_MILLIS && !Character.isLetter(withoutUnit(text).charAt(0))
              ? "%s: expected a time of at most thirty years, found %s%s"
                  .formatted(
                      where.get(),
                      Abbreviated.of(text),
                      unit == null || hasUnit(text) ? "" : " " + unit.words())
              : "%s: expected a time of at least 0, found '%s'"
                  .formatted(where.get(), Abbreviated.of(text)));
    }
    // Avoids -0, which would sort before 0.
    return millis + 0.0;
  }

  private static String hint(String text, DecimalMark mark) {
    return mark == DecimalMark.POINT && DECIMAL_COMMA.matcher(text).matches()
        ? "; a comma is that of decimals only where semicolons or tabs part the columns"
        : "";
  }

  static double millis(String text, @Nullable LatencyUnit unit, Supplier<String> where) {
    return millis(text, unit, DecimalMark.POINT, where);
  }

  /** Returns a latency in milliseconds; empty if the text is no time. */
  static OptionalDouble millis(String text, @Nullable LatencyUnit unit, DecimalMark mark) {
    OptionalDouble time = time(text, unit, mark);
    return time.isPresent() && isPossible(time.getAsDouble())
        ? OptionalDouble.of(time.getAsDouble() + 0.0)
        : OptionalDouble.empty();
  }

  private static double infinite(String number) {
    return number.toLowerCase(Locale.ROOT).endsWith("nan")
        ? Double.NaN
        : number.startsWith("-") ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY;
  }

  private static boolean isPossible(double millis) {
    return millis >= 0 && millis <= MOST_MILLIS;
  }

  private static OptionalDouble time(String text, @Nullable LatencyUnit unit, DecimalMark mark) {
    Matcher go = GO.matcher(text);
    if (go.matches()) {
      double hours = go.group(1) == null ? 0 : Double.parseDouble(go.group(1));
      return OptionalDouble.of(
          hours * HOUR_MS
              + Double.parseDouble(go.group(2)) * MINUTE_MS
              + LatencyUnit.S.millis(Double.parseDouble(go.group(3))));
    }
    LatencyUnit own = ownUnit(text).orElse(null);
    String number = mark.plain(own == null ? text : withoutUnit(text));
    LatencyUnit known = own == null ? unit : own;
    // Java's parser accepts hexadecimal digits and type suffixes, and only one spelling of NaN.
    if (!isNumber(number)) {
      return OptionalDouble.empty();
    }
    double time =
        Character.isLetter(number.charAt(number.length() - 1))
            ? infinite(number)
            : Double.parseDouble(number);
    if (known == null) {
      return time == 0 ? OptionalDouble.of(0) : OptionalDouble.empty();
    }
    return OptionalDouble.of(known.millis(time));
  }
}
