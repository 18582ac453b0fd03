package org.curtail.automatic;

/**
 * How a plan is compared with the safe policy while it serves.
 *
 * @param harm from which amount on a policy does harm: 0.03 says that mean or 95th percentile are
 *     more than 3 % above those of the safe policy; at least 0
 * @param errorRate most that the probability of a false verdict may be, for each policy at each
 *     load, however long they are compared; more than 0, less than 1
 * @param safeShare share of the slices in which the safe policy serves once no harm is shown and as
 *     long as nothing speaks against it, more than 0, at most 0.5. All that these requests are
 *     slower by stands in the tail: where the plan makes the 99th percentile a third, a share of
 *     0.01 makes it 8 % longer than it could be.
 * @param firstPairs for so many pairs of slices every second slice is the safe policy's, at least
 *     1, for fewer where no harm is shown at other loads; afterwards its share falls with the
 *     square of the evidence that there is no harm, here and there, or as 1 over the number of
 *     pairs, not below 0.02 as long as nothing is shown
 * @param leastSliceNanos the shortest slice, at least 1
 * @param mostSliceNanos the longest slice, at least {@code leastSliceNanos}. A service with fewer
 *     than {@code leastRequests} requests in so long stays safe.
 * @param leastRequests a slice of fewer requests says nothing, at least 2
 * @param sliceRequests how many requests a slice is to have, at least {@code leastRequests}
 */
public record GuardSetting(
    double harm,
    double errorRate,
    double safeShare,
    int firstPairs,
    long leastSliceNanos,
    long mostSliceNanos,
    int leastRequests,
    int sliceRequests) {
  /** Harm is 3 %, verdicts are false with 5 % at most, 0.5 % of the slices are safe at last. */
  public static final GuardSetting DEFAULT =
      new GuardSetting(0.03, 0.05, 0.005, 8, 250_000_000L, 60_000_000_000L, 30, 100);

  public GuardSetting {
    if (!(harm >= 0) || Double.isInfinite(harm)) {
      throw new IllegalArgumentException("harm must be at least 0 and finite: " + harm);
    }
    if (!(errorRate > 0 && errorRate < 1)) {
      throw new IllegalArgumentException("errorRate must lie between 0 and 1: " + errorRate);
    }
    if (!(safeShare > 0 && safeShare <= 0.5)) {
      throw new IllegalArgumentException(
          "safeShare must be more than 0 and at most 0.5: " + safeShare);
    }
    if (firstPairs < 1) {
      throw new IllegalArgumentException("firstPairs must be at least 1: " + firstPairs);
    }
    if (leastSliceNanos < 1 || mostSliceNanos < leastSliceNanos) {
      throw new IllegalArgumentException(
          "leastSliceNanos must lie between 1 and mostSliceNanos: leastSliceNanos=%d, mostSliceNanos=%d"
              .formatted(leastSliceNanos, mostSliceNanos));
    }
    if (leastRequests < 2 || sliceRequests < leastRequests) {
      throw new IllegalArgumentException(
          "leastRequests must lie between 2 and sliceRequests: leastRequests=%d, sliceRequests=%d"
              .formatted(leastRequests, sliceRequests));
    }
  }
}
