package org.curtail.benchkit.trust;

import java.util.ArrayList;
import java.util.List;
import org.curtail.Profile;

/**
 * Deviation of a profile from regular speedups. For regular speedups, no request is slower at a
 * greater degree, and none is more efficient there. Planning by branch and bound has tight bounds
 * for a regular profile. For other profiles it lasts longer and proves less. Differences of a
 * billionth count as rounding.
 *
 * @param requests number of requests of the profile
 * @param gaining number of requests that are faster at some degree than at degree 1
 * @param slower number of requests that are slower at some degree than at a lower one
 * @param superlinear number of requests with less thread time at some degree than at a lower one
 * @param harmful degrees with a greater mean time than a lower degree, ascending
 */
public record SpeedupShape(
    int requests, int gaining, int slower, int superlinear, List<Integer> harmful) {
  /** Relative tolerance, so that linear speedups (t, t/2 and t/3) are not superlinear. */
  private static final double ROUNDING = 1e-9;

  public SpeedupShape {
    harmful = List.copyOf(harmful);
  }

  /**
   * Returns the shape of a profile.
   *
   * @param degrees measured degrees, ascending from 1
   */
  public static SpeedupShape of(Profile profile, List<Integer> degrees) {
    int gaining = 0;
    int slower = 0;
    int superlinear = 0;
    for (int r = 0; r < profile.requests(); r++) {
      boolean gains = false;
      boolean growing = true;
      boolean costlier = true;
      for (int i = 1; i < degrees.size(); i++) {
        double beforeMs = profile.timeMs(r, degrees.get(i - 1));
        double timeMs = profile.timeMs(r, degrees.get(i));
        gains |= timeMs < profile.timeMs(r, degrees.getFirst()) * (1 - ROUNDING);
        growing &= timeMs <= beforeMs * (1 + ROUNDING);
        costlier &= degrees.get(i) * timeMs >= degrees.get(i - 1) * beforeMs * (1 - ROUNDING);
      }
      gaining += gains ? 1 : 0;
      slower += growing ? 0 : 1;
      superlinear += costlier ? 0 : 1;
    }
    return new SpeedupShape(
        profile.requests(), gaining, slower, superlinear, harmful(profile, degrees));
  }

  private static List<Integer> harmful(Profile profile, List<Integer> degrees) {
    var harmful = new ArrayList<Integer>();
    double leastMs = Double.POSITIVE_INFINITY;
    for (int degree : degrees) {
      double meanMs = profile.meanMs(degree);
      if (meanMs > leastMs) {
        harmful.add(degree);
      }
      leastMs = Math.min(leastMs, meanMs);
    }
    return harmful;
  }

  /** True if all requests are regular. */
  public boolean isRegular() {
    return slower == 0 && superlinear == 0;
  }
}
