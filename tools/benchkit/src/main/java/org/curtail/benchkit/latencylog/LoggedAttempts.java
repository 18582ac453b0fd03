package org.curtail.benchkit.latencylog;

/** Receiver of the requests of a log, in turn. */
@FunctionalInterface
public interface LoggedAttempts {
  /**
   * Receives a request.
   *
   * @param firstMillis latency of the original attempt: finite, at least 0
   * @param secondMillis latency of the copy since its sending: finite, at least 0; NaN without a
   *     copy
   * @param weight number of represented requests: above 0
   */
  void add(double firstMillis, double secondMillis, double weight);

  /**
   * Marks the end of an interval: later requests were sent after all previous ones. The order
   * within an interval is unknown. Never called if all requests are in the order of sending.
   */
  default void interval() {}
}
