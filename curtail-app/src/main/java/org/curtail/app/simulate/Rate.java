package org.curtail.app.simulate;

import org.curtail.Profile;
import org.curtail.app.report.Numbers;
import org.curtail.sim.StabilityBound;

/**
 * How often requests arrive.
 *
 * @param perSecond requests per second; finite, more than 0
 * @param load the same as a share of what the cores can carry one thread a request
 * @param mostPerSecond what any policy can carry for long
 */
public record Rate(double perSecond, double load, double mostPerSecond) {
  private static final double MS_PER_SECOND = 1000;

  /** A rate at which requests of a profile reach so many cores. */
  public static Rate ofPerSecond(double perSecond, Profile profile, int cores) {
    return new Rate(
        perSecond, perSecond / capacity(profile, cores), StabilityBound.perSecond(profile, cores));
  }

  static Rate ofLoad(double load, Profile profile, int cores) {
    return new Rate(
        load * capacity(profile, cores), load, StabilityBound.perSecond(profile, cores));
  }

  private static double capacity(Profile profile, int cores) {
    return MS_PER_SECOND * cores / profile.meanMs(1);
  }

  /** The requests per second for people. */
  public String text() {
    return perSecond == Math.rint(perSecond)
        ? Numbers.count((long) perSecond)
        : Numbers.significant(perSecond);
  }

  /** Whether the queue grows without end, whatever the policy. */
  public boolean isUnstable() {
    return perSecond >= mostPerSecond;
  }
}
