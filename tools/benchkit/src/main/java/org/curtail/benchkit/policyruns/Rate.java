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
 * An arrival rate.
 *
 * @param perSecond requests per second: finite, above 0
 * @param load rate as a share of the capacity of the cores with one thread per request
 * @param mostPerSecond greatest stable rate of any policy
 * @param arrivals arrival process with this mean rate
 */
public record Rate(double perSecond, double load, double mostPerSecond, Arrivals arrivals) {
  private static final double MS_PER_SECOND = 1000;

  /** Greatest rate, in requests per second or as a multiple of the capacity of all cores. */
  private static final double MOST = 1e9;

  /**
   * Rejects impossible rates or loads.
   *
   * @throws UsageError if a value is not above 0, is too large, or occurs twice
   */
  public static void check(String option, List<Double> values) {
    values.forEach(value -> OptionRules.above(option, 0, value, MOST));
    OptionRules.each(option, values);
  }

  /** Returns a rate of Poisson arrivals, as of many independent users. */
  public static Rate ofPerSecond(double perSecond, Profile profile, int cores) {
    return of(perSecond, new PoissonArrivals(perSecond), profile, cores);
  }

  /** Returns a rate of any arrival process, with a mean rate. */
  public static Rate of(double perSecond, Arrivals arrivals, Profile profile, int cores) {
    return new Rate(
        perSecond,
        perSecond / capacity(profile, cores),
        StabilityBound.perSecond(profile, cores),
        arrivals);
  }

  /** Returns the capacity of all cores with one thread per request, in requests per second. */
  public static double capacity(Profile profile, int cores) {
    return MS_PER_SECOND * cores / profile.meanMs(1);
  }

  /** Returns the requests per second as text. */
  public String text() {
    return perSecond == Math.rint(perSecond)
        ? Numbers.count((long) perSecond)
        : Numbers.significant(perSecond);
  }

  /** Returns the arrival process as an addition to {@link #text}; empty for Poisson arrivals. */
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

  /** Returns the message for an unstable rate. */
  public String unstable() {
    return "unstable: more arrives than any policy can carry, %s requests/s"
        .formatted(Numbers.significant(mostPerSecond));
  }
}
