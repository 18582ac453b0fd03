package org.curtail.automatic.choose;

import java.util.Locale;

/**
 * Ratio to the baseline's figure on the same requests, with its interval.
 *
 * @param ratio less than 1 is faster; more than 0
 * @param low lower end of the interval; at most the ratio
 * @param high upper end; at least the ratio, infinite if nothing is known
 */
public record RatioInterval(double ratio, double low, double high) {
  /** Ratio of a candidate that fell behind; worse than any other. */
  static final RatioInterval HOPELESS =
      new RatioInterval(
          Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY);

  public RatioInterval {
    if (!(low <= ratio && ratio <= high && low >= 0)) {
      throw new IllegalArgumentException(
          "expected 0 <= low <= ratio <= high: %s, %s, %s".formatted(low, ratio, high));
    }
  }

  /** Returns a text for people, such as {@code 0.62 (0.58 to 0.66)}. */
  @Override
  public String toString() {
    return String.format(Locale.ROOT, "%.2f (%.2f to %.2f)", ratio, low, high);
  }
}
