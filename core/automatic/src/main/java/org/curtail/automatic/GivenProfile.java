package org.curtail.automatic;

import java.util.Locale;
import java.util.Optional;
import org.curtail.Profile;

/**
 * A profile that was there before anything was learned: whether it is of the requests that come.
 */
record GivenProfile(Profile profile) {
  /** Percentile: of that many requests the median is below it with hardly any exception. */
  private static final double FIT = 80;

  /**
   * Why it is of other requests: half of the first are longer than nearly all of its own, or
   * shorter.
   *
   * @param requests how many came first
   * @return empty if it may be of these
   */
  Optional<String> misfit(double firstMedianNanos, int requests) {
    double ms = firstMedianNanos / 1e6;
    return ms >= profile.percentileMs(100 - FIT, 1) && ms <= profile.percentileMs(FIT, 1)
        ? Optional.empty()
        : Optional.of(
            String.format(
                Locale.ROOT,
                "the profile that was given is of other requests: its median is %.2f ms on one thread, that of the first %d requests %.2f ms",
                profile.percentileMs(50, 1),
                requests,
                ms));
  }
}
