package org.curtail.benchkit.latencylog;

import java.time.Instant;
import java.util.function.Supplier;
import org.curtail.benchkit.terminal.Abbreviated;
import org.curtail.benchkit.terminal.UsageError;

/**
 * A check of the order of moments of sending: numbers of any unit, dates with times, or dates of
 * access logs. Not thread-safe.
 */
final class SendOrder {
  private static final double NANOS = 1e-9;

  private double last = Double.NEGATIVE_INFINITY;
  private String lastText = "";

  /**
   * Adds the moment of the next request.
   *
   * @param where file, line and column in messages; called only for an error
   * @throws UsageError if the text is no moment, or if it is before the previous one
   */
  void next(String text, Supplier<String> where) {
    double at =
        LogNumber.isNumber(text)
            ? Double.parseDouble(number(text, where))
            : seconds(date(text, where));
    if (at < last) {
      throw new UsageError(
          "%s: expected at least %s as in the line before, found %s; sort the lines by that column"
              .formatted(where.get(), Abbreviated.of(lastText), Abbreviated.of(text)));
    }
    last = at;
    lastText = text;
  }

  /** True if the text is a number, or a date with a time. */
  static boolean isMoment(String text) {
    if (LogNumber.isNumber(text)) {
      return Character.isDigit(text.charAt(text.length() - 1));
    }
    try {
      date(text, () -> "");
      return true;
    } catch (UsageError e) {
      return false;
    }
  }

  /** Returns the text of a finite number. */
  static String number(String text, Supplier<String> where) {
    if (!Character.isDigit(text.charAt(text.length() - 1)) && !text.endsWith(".")) {
      throw unexpected(text, where.get());
    }
    return text;
  }

  private static double seconds(Instant at) {
    return at.getEpochSecond() + at.getNano() * NANOS;
  }

  /** Returns a date with a time; without a zone, it is in UTC. */
  static Instant date(String text, Supplier<String> where) {
    if (AccessDate.begins(text)) {
      return AccessDate.parse(text).orElseThrow(() -> unexpected(text, where.get()));
    }
    return RecordedDate.parse(text).orElseThrow(() -> unexpected(text, where.get()));
  }

  private static UsageError unexpected(String text, String where) {
    return new UsageError(
        "%s: expected a number or a time such as 2026-01-31T12:00:00.5Z, found '%s'"
            .formatted(where, Abbreviated.of(text)));
  }
}
