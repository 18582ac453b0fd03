package org.curtail.reissue.plan;

/**
 * A number with its 95 % interval.
 *
 * @param value within the interval
 * @param low at most {@code value}
 * @param high at least {@code value}
 */
public record Estimate(double value, double low, double high) {
  public Estimate {
    if (!(low <= value && value <= high)) {
      throw new IllegalArgumentException(
          "value must lie within its interval: %s in %s to %s".formatted(value, low, high));
    }
  }
}
