package org.curtail.hedge;

/**
 * How long calls took, to three significant digits: what is answered differs from what occurred by
 * less than 0.1 % or by 1 us. Immutable; of bounded size.
 */
public final class CallTimes {
  private CallTimes() {}

  /** Number of calls. */
  public long count() {
    throw new UnsupportedOperationException("count");
  }

  /**
   * The smallest time, in nanoseconds, that so many percent of all calls did not exceed; 0 if there
   * are no calls.
   *
   * @param percentile 0 to 100; 0 gives the smallest time, 100 the greatest
   * @throws IllegalArgumentException if it is something else
   */
  public long percentileNanos(double percentile) {
    throw new UnsupportedOperationException("percentileNanos: " + percentile);
  }

  /** The mean in nanoseconds; 0 if there are no calls. */
  public double meanNanos() {
    throw new UnsupportedOperationException("meanNanos");
  }
}
