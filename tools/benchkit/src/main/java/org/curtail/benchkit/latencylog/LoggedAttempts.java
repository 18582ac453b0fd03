package org.curtail.benchkit.latencylog;

/** Receives the requests of a log, one after the other. */
@FunctionalInterface
public interface LoggedAttempts {
  /**
   * Receives a request.
   *
   * @param firstMillis latency of its first attempt, finite, at least 0
   * @param secondMillis latency of its copy, counted from the copy's sending, finite, at least 0;
   *     NaN if there was none
   * @param weight number of requests that this one stands for, more than 0
   */
  void add(double firstMillis, double secondMillis, double weight);

  /**
   * All requests from here on were sent after all before; the order between two such calls is
   * unknown. Never called if requests come in the order of sending.
   */
  default void interval() {}
}
