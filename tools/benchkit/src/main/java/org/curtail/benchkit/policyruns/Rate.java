package org.curtail.benchkit.policyruns;

import java.util.List;
import org.curtail.Profile;
import org.curtail.benchkit.terminal.OptionRules;
import org.curtail.benchkit.terminal.UsageError;
import org.curtail.benchkit.text.Numbers;
import org.curtail.sim.Arrivals;
import org.curtail.sim.BurstyArrivals;
import org.curtail.sim.PoissonArrivals;
import org.curtail.sim.RecordedArrivals;
import org.curtail.sim.StabilityBound;
import org.curtail.sim.SteppedArrivals;

/**
 * A rate of arrivals.
 *
 * @param perSecond requests per second; finite, more than 0
 * @param load the same as a share of the capacity of the cores with one thread a request
 * @param mostPerSecond largest rate that any policy can carry for long
 * @param arrivals their pattern: at this rate in the mean
 */
public record Rate(double perSecond, double load, double mostPerSecond, Arrivals arrivals) {
  private static final double MS_PER_SECOND = 1000;

  /** Largest rate, in requests per second or in multiples of the capacity of all cores. */
  private static final double MOST = 1e9;

  /**
   * Rejects impossible rates or loads.
   *
   * @throws UsageError if one is not above 0, is too large, or is there twice
   */
  public static void check(String option, List<Double> values) {
    values.forEach(value -> OptionRules.above(option, 0, value, MOST));
    OptionRules.each(option, values);
  }

  /** A rate of many independent users. */
  public static Rate ofPerSecond(double perSecond, Profile profile, int cores) {
    return of(perSecond, new PoissonArrivals(perSecond), profile, cores);
  }

  /** A rate of arrivals of any pattern, with a mean per second. */
  public static Rate of(double perSecond, Arrivals arrivals, Profile profile, int cores) {
    return new Rate(
        perSecond,
        perSecond / capacity(profile, cores),
        StabilityBound.perSecond(profile, cores),
        arrivals);
  }

  /** Requests per second that all cores carry with one thread a request. */
  public static double capacity(Profile profile, int cores) {
    return MS_PER_SECOND * cores / profile.meanMs(1);
  }

  /** The requests per second, for people. */
  public String text() {
    return perSecond == Math.rint(perSecond)
        ? Numbers.count((long) perSecond)
        : Numbers.significant(perSecond);
  }

  /** The pattern, as an addition to the rate, for people; empty for independent users. */
  public String pattern() {
    return switch (arrivals) {
      case PoissonArrivals poisson -> "";
      case SteppedArrivals stepped ->
          " in the mean of %d steps".formatted(stepped.periods().size());
      case BurstyArrivals bursty ->
          " in the mean, %s in bursts and %s between"
              .formatted(
                  Numbers.significant(bursty.burst().perSecond()),
                  Numbers.significant(bursty.calm().perSecond()));
      case RecordedArrivals recorded -> " in the mean, as recorded";
    };
  }

  /** True if the queue grows without end under any policy. */
  public boolean isUnstable() {
    return perSecond >= mostPerSecond;
  }

  /** The message for a rate that is too large. */
  public String unstable() {
    return "unstable: more arrives than any policy can carry, %s requests/s"
        .formatted(Numbers.significant(mostPerSecond));
  }
}
