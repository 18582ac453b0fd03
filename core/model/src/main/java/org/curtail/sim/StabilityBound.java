package org.curtail.sim;

import java.util.stream.IntStream;
import org.curtail.Profile;

/**
 * Capacity of a service in requests per second. Beyond it the queue grows without end, in any order
 * of service. A policy with more core time per request has less capacity. At high load, capacity
 * matters more for the tail than the plan.
 */
public final class StabilityBound {
  private static final double MS_PER_SECOND = 1000;

  private StabilityBound() {}

  /**
   * Returns the greatest rate for any policy. Each request runs at the degree with the least core
   * time, which is 1 unless its speedup is superlinear.
   *
   * @param profile the demand; requests occur as often as their weights say
   * @param cores number of cores, at least 1
   * @return requests per second
   */
  public static double perSecond(Profile profile, int cores) {
    double coreMs =
        IntStream.range(0, profile.requests())
            .mapToDouble(r -> profile.weight(r) * LeastCoreTime.of(profile, r, cores).leastMs())
            .sum();
    return perSecond(coreMs / profile.totalWeight(), cores);
  }

  /**
   * Returns the greatest rate for a policy with this core time per request.
   *
   * @param meanCoreMs mean threads times milliseconds of a request; finite, more than 0. With
   *     degree d throughout it is {@code d * profile.meanMs(d)}
   * @param cores number of cores, at least 1
   * @return requests per second
   */
  public static double perSecond(double meanCoreMs, int cores) {
    if (!(meanCoreMs > 0) || Double.isInfinite(meanCoreMs)) {
      throw new IllegalArgumentException("meanCoreMs must be positive and finite: " + meanCoreMs);
    }
    if (cores < 1) {
      throw new IllegalArgumentException("cores must be at least 1: " + cores);
    }
    return MS_PER_SECOND * cores / meanCoreMs;
  }
}
