package org.curtail.reissue;

/**
 * One copy of a request to another replica: sent with a probability, if the request has no answer
 * after a delay.
 *
 * @param delayMillis since the request was sent; finite, at least 0
 * @param probability probability from 0 to 1, drawn for each request
 */
public record Reissue(double delayMillis, double probability) {
  public Reissue {
    if (!(delayMillis >= 0) || delayMillis == Double.POSITIVE_INFINITY) {
      throw new IllegalArgumentException(
          "delayMillis must be finite and at least 0: " + delayMillis);
    }
    if (!(probability >= 0 && probability <= 1)) {
      throw new IllegalArgumentException("probability must be from 0 to 1: " + probability);
    }
  }

  /** Returns the delay in nanoseconds, rounded to the nearest, at most {@code Long.MAX_VALUE}. */
  public long delayNanos() {
    return Math.round(delayMillis * 1e6);
  }
}
