package org.curtail.cli.traces;

import java.time.DateTimeException;
import java.time.Instant;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.curtail.benchkit.terminal.Excerpt;
import org.curtail.benchkit.terminal.Misuse;
import org.curtail.traces.TraceSet;
import org.curtail.traces.Window;

/**
 * A window as users write it: {@code FROM/TO}. A bare number is a time as the input has it, one
 * with a unit counts from the start of the recording, and 2022-08-22T03:53:54Z is a time of day.
 */
final class WindowText {
  private static final Pattern NUMBER =
      Pattern.compile("([+-]?\\d+(?:\\.\\d+)?)\\s*(ns|us|ms|s|sec|min|m|h)?");

  private static final Map<String, Double> NANOS =
      Map.of(
          "ns", 1.0, "us", 1e3, "ms", 1e6, "s", 1e9, "sec", 1e9, "m", 60e9, "min", 60e9, "h",
          3600e9);

  private WindowText() {}

  /**
   * The window.
   *
   * @param option that has the text, for messages
   * @throws Misuse if it is none, or ends before it begins
   */
  static Window read(String option, String text, TraceSet recording) {
    String[] ends = text.split("/", -1);
    if (ends.length != 2) {
      throw new Misuse(
          "%s: expected FROM/TO, as in 0s/10min, found '%s'".formatted(option, Excerpt.of(text)));
    }
    long from = moment(option, ends[0].strip(), recording);
    long to = moment(option, ends[1].strip(), recording);
    if (to <= from) {
      throw new Misuse(
          "%s: expected a window that ends after it begins, found '%s'"
              .formatted(option, Excerpt.of(text)));
    }
    return new Window(from, to);
  }

  private static long moment(String option, String text, TraceSet recording) {
    Matcher number = NUMBER.matcher(text.toLowerCase(Locale.ROOT));
    if (number.matches()) {
      return number.group(2) == null
          ? asInput(option, number.group(1), recording.unit())
          : recording.startNanos()
              + Math.round(Double.parseDouble(number.group(1)) * nanos(number.group(2)));
    }
    try {
      Instant instant = Instant.parse(text);
      return Math.addExact(
          Math.multiplyExact(instant.getEpochSecond(), 1_000_000_000L), instant.getNano());
    } catch (DateTimeException | ArithmeticException e) {
      throw unexpected(option, text);
    }
  }

  private static double nanos(String unit) {
    return NANOS.getOrDefault(unit, 1.0);
  }

  private static long asInput(String option, String number, TimeUnit unit) {
    try {
      return number.indexOf('.') < 0
          ? Math.multiplyExact(Long.parseLong(number), unit.toNanos(1))
          : Math.round(Double.parseDouble(number) * unit.toNanos(1));
    } catch (NumberFormatException | ArithmeticException e) {
      throw unexpected(option, number);
    }
  }

  private static Misuse unexpected(String option, String text) {
    return new Misuse(
        ("%s: expected a time as the input has it, one since its start such as 90s or 10min, or one"
                + " such as 2022-08-22T03:53:54Z; found '%s'")
            .formatted(option, Excerpt.of(text)));
  }
}
