package org.curtail.automatic.guard;

/**
 * Settings for comparing a plan with the baseline while it serves.
 *
 * @param harm increase that counts as harm: at 0.03 the mean or 95th percentile is more than 3 %
 *     above the baseline's; at least 0
 * @param errorRate greatest probability of a false verdict, for each policy at each load, over any
 *     time; more than 0, less than 1
 * @param safeShare share of the baseline's slices for a harmless policy without new signs of harm,
 *     more than 0, at most 0.5. The slower requests of these slices lengthen the tail. If the plan
 *     cuts the 99th percentile to a third, a share of 0.01 makes it 8 % longer.
 * @param firstPairs number of pairs of slices during which every second slice is the baseline's, at
 *     least 1; fewer if the policy is harmless at other loads. Afterwards the baseline's share
 *     falls with the square of the evidence of no harm, here and elsewhere, or as 1 over the number
 *     of pairs. It is at least 0.02 without a verdict
 * @param leastSliceNanos shortest slice, at least 1
 * @param mostSliceNanos longest slice, at least {@code leastSliceNanos}. A service with fewer than
 *     {@code leastRequests} requests in that time stays with the baseline.
 * @param leastRequests fewest requests of a slice that counts, at least 2
 * @param sliceRequests wanted number of requests in a slice, at least {@code leastRequests}
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
  /**
   * Default: harm above 3 %, an error rate of 5 %, finally 0.5 % of the slices for the baseline.
   */
  public static final GuardSetting DEFAULT =
      new GuardSetting(0.03, 0.05, 0.005, 8, 250_000_000L, 60_000_000_000L, 30, 100);

  public GuardSetting {
    if (!(harm >= 0) || Double.isInfinite(harm)) {
      throw new IllegalArgumentException("harm must be at least 0 and finite: " + harm);
    }
    if (!(errorRate > 0 && errorRate < 1)) {
      throw new IllegalArgumentException(
          "errorRate must be more than 0 and less than 1: " + errorRate);
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
          "leastSliceNanos must be from 1 to mostSliceNanos: leastSliceNanos=%d, mostSliceNanos=%d"
              .formatted(leastSliceNanos, mostSliceNanos));
    }
    if (leastRequests < 2 || sliceRequests < leastRequests) {
      throw new IllegalArgumentException(
          "leastRequests must be from 2 to sliceRequests: leastRequests=%d, sliceRequests=%d"
              .formatted(leastRequests, sliceRequests));
    }
  }
}
