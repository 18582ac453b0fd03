package org.curtail.measurement.latencylog;

import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.curtail.measurement.terminal.Excerpt;
import org.curtail.measurement.terminal.Misuse;
import org.jspecify.annotations.Nullable;

/** Latencies as text. */
final class LogNumber {
  /** Thirty years: far from where numbers lose their digits. */
  static final double MOST_MILLIS = 1e12;

  /** What {@link Double#parseDouble} takes, less hexadecimal and type suffixes. */
  private static final Pattern NUMBER =
      Pattern.compile(
          "[+-]?(\\d+\\.?\\d*|\\.\\d+)([eE][+-]?\\d+)?|[+-]?(NaN|Inf|Infinity)",
          Pattern.CASE_INSENSITIVE);

  private LogNumber() {}

  /** Whether it can be meant as a number, even a wrong one. */
  static boolean isNumber(String text) {
    return NUMBER.matcher(text).matches();
  }

  /**
   * A latency in milliseconds.
   *
   * @param where file, line and column, for messages; asked only if there is one
   * @throws Misuse if it is no number, negative, not finite or beyond thirty years
   */
  static double millis(String text, LatencyUnit unit, Supplier<String> where) {
    double time;
    try {
      time = Double.parseDouble(text);
    } catch (NumberFormatException e) {
      throw unexpected(text, where.get(), e);
    }
    double millis = unit.millis(time);
    if (!(millis >= 0 && millis <= MOST_MILLIS)) {
      throw millis > MOST_MILLIS && Double.isFinite(time)
          ? new Misuse(
              "%s: expected a time of at most thirty years, found %s %s"
                  .formatted(where.get(), Excerpt.of(text), unit.words()))
          : unexpected(text, where.get(), null);
    }
    // Not -0, which would stand before 0 in sorted times.
    return millis + 0.0;
  }

  private static Misuse unexpected(String text, String where, @Nullable Exception cause) {
    String message =
        "%s: expected a time of at least 0, found '%s'".formatted(where, Excerpt.of(text));
    return cause == null ? new Misuse(message) : new Misuse(message, cause);
  }
}
