package org.curtail.app.simulate;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.curtail.app.terminal.Misuse;
import org.curtail.sim.RatePeriod;
import org.curtail.sim.SteppedArrivals;

/**
 * Rates that follow each other as text: {@code 30:60s,60:500ms}, requests per second and for how
 * long.
 */
final class RateSteps {
  private static final Pattern STEP = Pattern.compile("([0-9.eE+-]+):([0-9.]+)(ms|s|m|h)");

  private RateSteps() {}

  /**
   * Reads them.
   *
   * @throws Misuse if one is not of this form, or nothing would ever arrive
   */
  static SteppedArrivals parse(String option, String text) {
    List<RatePeriod> periods =
        Stream.of(text.split(",", -1)).map(step -> period(option, step.strip())).toList();
    if (periods.stream().allMatch(period -> period.perSecond() == 0)) {
      throw new Misuse(
          "%s: expected a rate above 0 in at least one step, found '%s'".formatted(option, text));
    }
    return new SteppedArrivals(periods);
  }

  private static RatePeriod period(String option, String step) {
    Matcher parts = STEP.matcher(step);
    if (!parts.matches()) {
      throw new Misuse(
          "%s: expected rate:duration as in 30:60s, with ms, s, m or h, found '%s'"
              .formatted(option, step));
    }
    double perSecond;
    double durationMs;
    try {
      perSecond = Double.parseDouble(parts.group(1));
      durationMs = Double.parseDouble(parts.group(2)) * unitMs(parts.group(3));
    } catch (NumberFormatException e) {
      throw new Misuse("%s: expected numbers, found '%s'".formatted(option, step), e);
    }
    if (!(perSecond >= 0) || Double.isInfinite(perSecond)) {
      throw new Misuse(
          "%s: expected a finite rate of at least 0, found '%s'".formatted(option, step));
    }
    if (!(durationMs > 0) || Double.isInfinite(durationMs)) {
      throw new Misuse("%s: expected a duration above 0, found '%s'".formatted(option, step));
    }
    return new RatePeriod(perSecond, durationMs);
  }

  private static double unitMs(String unit) {
    return switch (unit) {
      case "ms" -> 1;
      case "s" -> 1e3;
      case "m" -> 60e3;
      default -> 3600e3;
    };
  }

  /** Requests per second in the mean. */
  static double meanPerSecond(List<RatePeriod> periods) {
    double arrivals =
        periods.stream().mapToDouble(step -> step.perSecond() * step.durationMs()).sum();
    return arrivals / periods.stream().mapToDouble(RatePeriod::durationMs).sum();
  }
}
