package org.curtail.plan;

import java.math.BigDecimal;
import java.util.List;
import org.curtail.Profile;

/**
 * The times a search tries: multiples of a step, up to the greatest of all times in the profile,
 * after which every request has ended under any schedule.
 *
 * @param stepMs more than 0
 * @param steps the last multiple; at least 1
 */
record Grid(double stepMs, long steps) {
  /** The grid for these degrees of a profile. */
  static Grid of(Profile profile, List<Integer> degrees, double stepMs) {
    // A time that is a multiple of the step up to rounding needs no further point.
    return new Grid(stepMs, (long) Math.ceil(longestMs(profile, degrees) / stepMs - 1e-9));
  }

  /** The greatest time of any request at any of these degrees. */
  static double longestMs(Profile profile, List<Integer> degrees) {
    double longestMs = 0;
    for (int degree : degrees) {
      for (int r = 0; r < profile.requests(); r++) {
        longestMs = Math.max(longestMs, profile.timeMs(r, degree));
      }
    }
    return longestMs;
  }

  /** A multiple of the step as people write it: 3 * 0.1 is 0.3. */
  double atMs(long step) {
    return BigDecimal.valueOf(stepMs).multiply(BigDecimal.valueOf(step)).doubleValue();
  }

  /**
   * How many schedules without admission delay there are: non-decreasing sequences of ends of all
   * phases but the last. May be infinite.
   */
  double schedules(int phases) {
    double count = 1;
    for (int i = 1; i < phases; i++) {
      count *= (steps + (double) i) / i;
    }
    return count;
  }
}
