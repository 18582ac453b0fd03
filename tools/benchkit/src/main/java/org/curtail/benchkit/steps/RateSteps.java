package org.curtail.benchkit.steps;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.curtail.benchkit.terminal.UsageError;
import org.curtail.sim.RatePeriod;

/** Parser of a sequence of rates: {@code 30:60s,60:500ms} has requests per second and durations. */
public final class RateSteps {
  private static final Pattern STEP = Pattern.compile("([0-9.eE+-]+):([^:]*)");
  private static final Pattern DURATION = Pattern.compile("([0-9.]+)(ms|s|m|h)");

  private RateSteps() {}

  /**
   * Parses a sequence.
   *
   * @param option name of the option in messages
   * @throws UsageError if the text has another form, or if all rates are 0
   */
  public static LoadSteps parse(String option, String text) {
    List<RatePeriod> periods =
        Stream.of(text.split(",", -1)).map(step -> period(option, step.strip())).toList();
    if (periods.stream().allMatch(period -> period.perSecond() == 0)) {
      throw new UsageError(
          "%s: expected a rate above 0 in at least one step, found '%s'".formatted(option, text));
    }
    return new LoadSteps(periods);
  }

  private static RatePeriod period(String option, String step) {
    Matcher parts = STEP.matcher(step);
    if (!parts.matches() || !DURATION.matcher(parts.group(2)).matches()) {
      throw new UsageError(
          "%s: expected rate:duration as in 30:60s, with ms, s, m or h, found '%s'"
              .formatted(option, step));
    }
    double perSecond;
    try {
      perSecond = Double.parseDouble(parts.group(1));
    } catch (NumberFormatException e) {
      throw new UsageError("%s: expected numbers, found '%s'".formatted(option, step), e);
    }
    if (!(perSecond >= 0) || Double.isInfinite(perSecond)) {
      throw new UsageError(
          "%s: expected a finite rate of at least 0, found '%s'".formatted(option, step));
    }
    return new RatePeriod(perSecond, durationMs(option, parts.group(2), step));
  }

  /**
   * Parses a duration, such as 30s, and returns it in milliseconds.
   *
   * @param option name of the option in messages
   * @throws UsageError if the text has another form, or if the duration is not above 0
   */
  public static double durationMs(String option, String text) {
    return durationMs(option, text, text);
  }

  private static double durationMs(String option, String text, String found) {
    Matcher parts = DURATION.matcher(text);
    if (!parts.matches()) {
      throw new UsageError(
          "%s: expected a duration as in 30s, with ms, s, m or h, found '%s'"
              .formatted(option, found));
    }
    double durationMs;
    try {
      durationMs = Double.parseDouble(parts.group(1)) * unitMs(parts.group(2));
    } catch (NumberFormatException e) {
      throw new UsageError("%s: expected numbers, found '%s'".formatted(option, found), e);
    }
    if (!(durationMs > 0) || Double.isInfinite(durationMs)) {
      throw new UsageError("%s: expected a duration above 0, found '%s'".formatted(option, found));
    }
    return durationMs;
  }

  private static double unitMs(String unit) {
    return switch (unit) {
      case "ms" -> 1;
      case "s" -> 1e3;
      case "m" -> 60e3;
      default -> 3600e3;
    };
  }
}
