package org.curtail.traces.read;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.curtail.benchkit.latencylog.RecordedDate;
import org.curtail.benchkit.terminal.Abbreviated;

/** Parses the times of recordings. */
final class RecordedTime {
  /** Least values of Unix times since 2001, by unit. */
  private static final double UNIX_NANOS = 1e18;

  private static final double UNIX_MICROS = 1e15;
  private static final double UNIX_MILLIS = 1e12;

  /** Decimals short enough for fast exact arithmetic. */
  private static final Pattern DECIMAL = Pattern.compile("[+-]?\\d{1,16}\\.\\d{1,20}");

  /** Numbers without a type suffix, which Java would accept. */
  private static final Pattern NUMBER =
      Pattern.compile("[+-]?(?:\\d+\\.?\\d*|\\.\\d+)(?:[eE][+-]?\\d{1,12})?");

  /** A duration with its unit, such as Go prints. */
  private static final Pattern DURATION =
      Pattern.compile("(-?\\d+(?:\\.\\d+)?) ?(ns|us|\u00B5s|\u03BCs|ms|s)");

  private RecordedTime() {}

  static TimeUnit unixUnit(String time) {
    double size;
    try {
      size = Double.parseDouble(time);
    } catch (NumberFormatException e) {
      return TimeUnit.NANOSECONDS;
    }
    return size >= UNIX_NANOS
        ? TimeUnit.NANOSECONDS
        : size >= UNIX_MICROS
            ? TimeUnit.MICROSECONDS
            : size >= UNIX_MILLIS ? TimeUnit.MILLISECONDS : TimeUnit.SECONDS;
  }

  /**
   * Returns the nanoseconds of a number, or of an ISO 8601 date and time such as
   * 2022-08-22T03:53:54Z or 2022-08-22 05:53:54.5+0200. Without an offset, the time is UTC.
   *
   * @throws NumberFormatException if the text is neither, or too great
   */
  static long nanos(String text, TimeUnit unit) {
    try {
      return Math.multiplyExact(Long.parseLong(text), unit.toNanos(1));
    } catch (NumberFormatException e) {
      return fractional(text, unit);
    } catch (ArithmeticException e) {
      throw new NumberFormatException("too great: " + Abbreviated.of(text));
    }
  }

  private static long fractional(String text, TimeUnit unit) {
    if (isDate(text)) {
      return date(text);
    }
    if (DECIMAL.matcher(text).matches()) {
      try {
        return new BigDecimal(text)
            .multiply(BigDecimal.valueOf(unit.toNanos(1)))
            .setScale(0, RoundingMode.HALF_EVEN)
            .longValueExact();
      } catch (ArithmeticException e) {
        throw new NumberFormatException("too great: " + Abbreviated.of(text));
      }
    }
    if (!NUMBER.matcher(text).matches()) {
      throw new NumberFormatException("no time: " + Abbreviated.of(text));
    }
    double nanos = Double.parseDouble(text) * unit.toNanos(1);
    if (!(Math.abs(nanos) < Long.MAX_VALUE)) {
      throw new NumberFormatException("no time: " + Abbreviated.of(text));
    }
    return Math.round(nanos);
  }

  /**
   * Returns the nanoseconds of a duration: a number with or without a unit.
   *
   * @param unit unit of a number without a unit
   * @throws NumberFormatException if the text is not a duration, or too great
   */
  static long durationNanos(String text, TimeUnit unit) {
    if (text.endsWith("s")) {
      Matcher parts = DURATION.matcher(text);
      if (parts.matches()) {
        TimeUnit named =
            switch (parts.group(2)) {
              case "ns" -> TimeUnit.NANOSECONDS;
              case "ms" -> TimeUnit.MILLISECONDS;
              case "s" -> TimeUnit.SECONDS;
              default -> TimeUnit.MICROSECONDS;
            };
        return nanos(parts.group(1), named);
      }
    }
    return nanos(text, unit);
  }

  static boolean hasUnit(String text) {
    return text.endsWith("s") && DURATION.matcher(text).matches();
  }

  /** True if a text looks like a date with a time, even if it is invalid. */
  static boolean isDate(String text) {
    return text.indexOf(':') > 0 || text.indexOf('T') > 0;
  }

  private static long date(String text) {
    Instant instant =
        RecordedDate.parse(text)
            .orElseThrow(() -> new NumberFormatException("no time: " + Abbreviated.of(text)));
    try {
      return Math.addExact(
          Math.multiplyExact(instant.getEpochSecond(), 1_000_000_000L), instant.getNano());
    } catch (ArithmeticException e) {
      throw new NumberFormatException("no time: " + Abbreviated.of(text));
    }
  }
}
