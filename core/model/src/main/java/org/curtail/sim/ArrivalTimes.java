package org.curtail.sim;

/** Checks times of arrivals. */
final class ArrivalTimes {
  private ArrivalTimes() {}

  /**
   * Rejects invalid times.
   *
   * @throws IllegalArgumentException if one is not finite, negative or less than the one before;
   *     the message names the index
   */
  static void check(double[] arrivalsMs) {
    double previousMs = 0;
    for (int i = 0; i < arrivalsMs.length; i++) {
      if (!(arrivalsMs[i] >= previousMs) || Double.isInfinite(arrivalsMs[i])) {
        throw new IllegalArgumentException(
            "arrivals must be finite, not negative and not decreasing: arrival %d is %s ms after %s ms"
                .formatted(i, arrivalsMs[i], previousMs));
      }
      previousMs = arrivalsMs[i];
    }
  }
}
