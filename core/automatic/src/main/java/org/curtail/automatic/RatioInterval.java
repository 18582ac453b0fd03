package org.curtail.automatic;

import java.util.Locale;

/**
 * A ratio to what the safe candidate has on the same requests, and how sure it is.
 *
 * @param ratio less than 1 is faster; more than 0
 * @param low the lower end of the interval; at most the ratio
 * @param high the upper end; at least the ratio, infinite if nothing is known
 */
public record RatioInterval(double ratio, double low, double high) {
  /** Of a candidate that did not keep up: worse than anything. */
  static final RatioInterval HOPELESS =
      new RatioInterval(
          Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY);

  public RatioInterval {
    if (!(low <= ratio && ratio <= high && low >= 0)) {
      throw new IllegalArgumentException(
          "expected 0 <= low <= ratio <= high: %s, %s, %s".formatted(low, ratio, high));
    }
  }

  /** For people: {@code 0.62 (0.58 to 0.66)}. */
  @Override
  public String toString() {
    return String.format(Locale.ROOT, "%.2f (%.2f to %.2f)", ratio, low, high);
  }
}
