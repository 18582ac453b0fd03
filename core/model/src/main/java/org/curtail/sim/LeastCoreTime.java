package org.curtail.sim;

import java.util.Arrays;
import org.curtail.Profile;

/**
 * Least core time of a request by the time within which it must be done.
 *
 * <p>A request may run a share of its work at each of several degrees. Its time and its core time
 * (threads times time) are then mixtures of the values at single degrees. So the possible values
 * are the convex hull of the points (time, core time). The edge is its lower side from the fastest
 * point to the cheapest. The edge is convex and falls, whatever the speedups. In degrees over
 * speedup it is the lower convex envelope of the degree: the concave hull of the speedup.
 *
 * <p>More threads than cores share the cores, so they need the same core time over a longer time.
 * Immutable.
 */
final class LeastCoreTime {
  /** Corners of the edge, fastest first: times ascend, core times fall. */
  private final double[] timesMs;

  private final double[] coresMs;

  private LeastCoreTime(double[] timesMs, double[] coresMs) {
    this.timesMs = timesMs;
    this.coresMs = coresMs;
  }

  /**
   * Returns the edge of one request.
   *
   * @param request 0 to {@link Profile#requests} - 1
   * @param cores number of cores, at least 1
   * @throws IllegalArgumentException if there is no core
   */
  static LeastCoreTime of(Profile profile, int request, int cores) {
    if (cores < 1) {
      throw new IllegalArgumentException("cores must be at least 1: " + cores);
    }
    int degrees = profile.maxDegree();
    double[] allTimesMs = new double[degrees];
    double[] allCoresMs = new double[degrees];
    for (int d = 1; d <= degrees; d++) {
      double timeMs = profile.timeMs(request, d);
      double coreMs = profile.coreMs(request, d);
      allCoresMs[d - 1] = coreMs;
      double serialMs = profile.serialMs(request);
      allTimesMs[d - 1] = d <= cores ? timeMs : serialMs + (coreMs - serialMs) / cores;
    }
    double[] timesMs = new double[degrees];
    double[] coresMs = new double[degrees];
    int corners = 0;
    for (int at = fastest(allTimesMs, allCoresMs); at >= 0; at = next(at, allTimesMs, allCoresMs)) {
      timesMs[corners] = allTimesMs[at];
      coresMs[corners++] = allCoresMs[at];
    }
    return new LeastCoreTime(Arrays.copyOf(timesMs, corners), Arrays.copyOf(coresMs, corners));
  }

  private static int fastest(double[] timesMs, double[] coresMs) {
    int fastest = 0;
    for (int i = 1; i < timesMs.length; i++) {
      if (timesMs[i] < timesMs[fastest]
          || (timesMs[i] == timesMs[fastest] && coresMs[i] < coresMs[fastest])) {
        fastest = i;
      }
    }
    return fastest;
  }

  /** Returns the point to which the edge falls most steeply, or -1 at its end. */
  private static int next(int at, double[] timesMs, double[] coresMs) {
    int next = -1;
    double steepest = 0;
    for (int i = 0; i < timesMs.length; i++) {
      double slope = (coresMs[i] - coresMs[at]) / (timesMs[i] - timesMs[at]);
      if (timesMs[i] > timesMs[at] && slope < steepest) {
        steepest = slope;
        next = i;
      }
    }
    return next;
  }

  /** Returns the least time in milliseconds within which the request can be done. */
  double fastestMs() {
    return timesMs[0];
  }

  /** Returns the least core time in milliseconds without a limit on time. */
  double leastMs() {
    return coresMs[coresMs.length - 1];
  }

  /**
   * Returns the least core time in milliseconds for an end within this time; infinite if that is
   * impossible. The relative error is about 1e-15.
   */
  double ms(double withinMs) {
    if (withinMs < timesMs[0]) {
      return Double.POSITIVE_INFINITY;
    }
    for (int i = 1; i < timesMs.length; i++) {
      if (withinMs < timesMs[i]) {
        double share = (withinMs - timesMs[i - 1]) / (timesMs[i] - timesMs[i - 1]);
        return (1 - share) * coresMs[i - 1] + share * coresMs[i];
      }
    }
    return leastMs();
  }
}
