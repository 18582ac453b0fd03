package org.curtail.traces.read;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/** Times as recordings write them. */
final class RecordedTime {
  /** Least sizes of Unix times since 2001, by unit. */
  private static final double UNIX_NANOS = 1e18;

  private static final double UNIX_MICROS = 1e15;
  private static final double UNIX_MILLIS = 1e12;

  /** Exact, and not so long that exactness costs anything. */
  private static final Pattern DECIMAL = Pattern.compile("[+-]?\\d{1,16}\\.\\d{1,20}");

  private RecordedTime() {}

  /** The unit of a time of day that counts from 1970, by its size; seconds if it is none. */
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
   * Nanoseconds of a number, or of a date and time of ISO 8601 such as 2022-08-22T03:53:54Z.
   *
   * @throws NumberFormatException if it is neither, or too great
   */
  static long nanos(String text, TimeUnit unit) {
    try {
      return Math.multiplyExact(Long.parseLong(text), unit.toNanos(1));
    } catch (NumberFormatException e) {
      return fractional(text, unit);
    } catch (ArithmeticException e) {
      throw new NumberFormatException("too great: " + text);
    }
  }

  private static long fractional(String text, TimeUnit unit) {
    if (text.indexOf('T') > 0 || text.indexOf(':') > 0) {
      try {
        Instant instant = Instant.parse(text.replace(' ', 'T') + (text.endsWith("Z") ? "" : "Z"));
        return Math.addExact(
            Math.multiplyExact(instant.getEpochSecond(), 1_000_000_000L), instant.getNano());
      } catch (DateTimeParseException | ArithmeticException e) {
        throw new NumberFormatException("no time: " + text);
      }
    }
    if (DECIMAL.matcher(text).matches()) {
      try {
        return new BigDecimal(text)
            .multiply(BigDecimal.valueOf(unit.toNanos(1)))
            .setScale(0, RoundingMode.HALF_EVEN)
            .longValueExact();
      } catch (ArithmeticException e) {
        throw new NumberFormatException("too great: " + text);
      }
    }
    double nanos = Double.parseDouble(text) * unit.toNanos(1);
    if (!(Math.abs(nanos) < Long.MAX_VALUE)) {
      throw new NumberFormatException("no time: " + text);
    }
    return Math.round(nanos);
  }
}
