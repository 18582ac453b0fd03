package org.curtail.sim;

import java.util.Arrays;
import org.curtail.Percentile;
import org.curtail.Profile;

/**
 * A percentile of the times that requests take if each has the machine to itself, at the degree
 * that is fastest for it: no policy has a lower one at any load. Assumes of the requests what
 * {@link ClairvoyantBound} does.
 */
public final class IsolationBound {
  private IsolationBound() {}

  /**
   * For requests that occur as often as their weights say.
   *
   * @param cores at least 1
   * @param percentile 0 to 100
   * @return milliseconds
   */
  public static double percentileMs(Profile profile, int cores, double percentile) {
    double[][] fastestMs = new double[profile.requests()][1];
    double[] weights = new double[profile.requests()];
    for (int r = 0; r < weights.length; r++) {
      fastestMs[r][0] = LeastCoreTime.of(profile, r, cores).fastestMs();
      weights[r] = profile.weight(r);
    }
    return Profile.weighted(profile.source(), fastestMs, weights).percentileMs(percentile, 1);
  }

  /**
   * For the requests of a trace.
   *
   * @param profile the demand of the trace's requests; weights do not matter
   * @param cores at least 1
   * @param percentile 0 to 100
   * @return milliseconds
   * @throws IllegalArgumentException if the profile lacks a request
   */
  public static double percentileMs(Trace trace, Profile profile, int cores, double percentile) {
    trace.requireRequestsOf(profile);
    double[] fastestMs = new double[trace.size()];
    Arrays.setAll(fastestMs, i -> LeastCoreTime.of(profile, trace.request(i), cores).fastestMs());
    Arrays.sort(fastestMs);
    return Percentile.of(fastestMs, percentile);
  }
}
