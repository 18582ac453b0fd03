package org.curtail.benchkit.latencylog;

/** Takes what a log tells, one request after the other. */
@FunctionalInterface
public interface LoggedAttempts {
  /**
   * A request.
   *
   * @param firstMillis latency of its first attempt, finite, at least 0
   * @param secondMillis that of its second attempt, counted from when that was sent, finite, at
   *     least 0; NaN if there was none
   * @param weight how many requests this one stands for, more than 0
   */
  void add(double firstMillis, double secondMillis, double weight);

  /**
   * All requests from here on were sent after all before, while of those between two such calls the
   * order is not known. Never called if requests come in the order in which they were sent.
   */
  default void interval() {}
}
