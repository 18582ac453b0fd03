package org.curtail.energy;

import org.curtail.Profile;

/**
 * Optimum of PACE for continuous speeds and power that is a power of speed. A request with work x
 * done runs at speed K (1 - F(x))^(-1/a), where F is the distribution of the demand (Lorch and
 * Smith, IEEE Transactions on Computers 53, 2004). A finer table of steps approaches it.
 */
final class PowerLawPace {
  private PowerLawPace() {}

  /**
   * Returns the mean energy of a request up to the demand of a percentile, which ends at the
   * deadline.
   *
   * @param profile times of requests on a core of speed 1
   * @param percentile percentile of the requests that must end in time, 0 to 100
   * @param deadlineMs milliseconds; more than 0
   * @param exponent a of the power, s to the power of a; more than 1
   * @param wattsAtSpeed1 more than 0
   * @return joules: K to the power of a, times the deadline
   */
  public static double joules(
      Profile profile,
      double percentile,
      double deadlineMs,
      double exponent,
      double wattsAtSpeed1) {
    double speedNow = speedAtOnce(profile, percentile, deadlineMs, exponent);
    return StrictMath.pow(speedNow, exponent) * wattsAtSpeed1 * deadlineMs / 1e3;
  }

  /**
   * Returns the speed at the beginning of a request: K.
   *
   * @param profile times of requests on a core of speed 1
   * @param percentile percentile of the requests that must end in time, 0 to 100
   * @param deadlineMs milliseconds; more than 0
   * @param exponent a of the power, s to the power of a; more than 1
   */
  public static double speedAtOnce(
      Profile profile, double percentile, double deadlineMs, double exponent) {
    if (!(deadlineMs > 0)) {
      throw new IllegalArgumentException("deadlineMs must be more than 0: " + deadlineMs);
    }
    if (!(exponent > 1)) {
      throw new IllegalArgumentException("exponent must be more than 1: " + exponent);
    }
    double lastMs = profile.percentileMs(percentile, 1);
    double fromMs = 0;
    double weight = profile.totalWeight();
    double sumMs = 0;
    for (int request : profile.byDemand()) {
      double ms = Math.min(lastMs, profile.timeMs(request, 1));
      sumMs += (ms - fromMs) * StrictMath.pow(weight / profile.totalWeight(), 1 / exponent);
      fromMs = ms;
      weight = Math.max(0, weight - profile.weight(request));
    }
    return sumMs / deadlineMs;
  }
}
