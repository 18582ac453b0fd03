package org.curtail.runtime;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import org.curtail.Policy;
import org.curtail.Prediction;
import org.curtail.PriorityClass;
import org.curtail.dispatch.Instants;

/**
 * The submitter's statements about a request: its deadline, importance and expected demand.
 * Immutable.
 *
 * @param timeoutNanos time from the arrival to the deadline, in nanoseconds; more than 0, or {@link
 *     #NO_TIMEOUT}
 * @param priorityClass importance of the request
 * @param prediction prediction of its demand; if unknown, the work is asked ({@link
 *     SharedWork#prediction}). A policy that needs predictions refuses a request without one
 * @param mostThreads most threads at a time, under any policy; at least 1
 */
public record RequestOptions(
    long timeoutNanos, PriorityClass priorityClass, Prediction prediction, int mostThreads) {
  /** For {@link #timeoutNanos}: no deadline. */
  public static final long NO_TIMEOUT = Long.MAX_VALUE;

  /** No deadline, the normal class, no prediction. */
  public static final RequestOptions NONE =
      new RequestOptions(NO_TIMEOUT, PriorityClass.NORMAL, Prediction.NONE);

  /** Options without a limit of threads. */
  public RequestOptions(long timeoutNanos, PriorityClass priorityClass, Prediction prediction) {
    this(timeoutNanos, priorityClass, prediction, Policy.UNLIMITED);
  }

  public RequestOptions {
    requireNonNull(priorityClass, "priorityClass");
    requireNonNull(prediction, "prediction");
    if (timeoutNanos <= 0) {
      throw new IllegalArgumentException("timeoutNanos must be positive: " + timeoutNanos);
    }
    if (mostThreads < 1) {
      throw new IllegalArgumentException("mostThreads must be at least 1: " + mostThreads);
    }
  }

  /**
   * Returns the same options with a deadline this long after the arrival. A request that waits ends
   * at its deadline. A request that runs stops at its next chunk border, with a partial result if
   * its work can make one.
   *
   * @throws IllegalArgumentException if the timeout is not positive
   */
  public RequestOptions within(Duration timeout) {
    requireNonNull(timeout, "timeout");
    if (timeout.isNegative() || timeout.isZero()) {
      throw new IllegalArgumentException("timeout must be positive: " + timeout);
    }
    return new RequestOptions(Instants.nanos(timeout), priorityClass, prediction, mostThreads);
  }

  /** Returns the same options with this priority class. */
  public RequestOptions of(PriorityClass importance) {
    return new RequestOptions(timeoutNanos, importance, prediction, mostThreads);
  }

  /** Returns the same options with this prediction. */
  public RequestOptions predicted(Prediction said) {
    return new RequestOptions(timeoutNanos, priorityClass, said, mostThreads);
  }

  /**
   * Returns the same options with this limit of threads at a time.
   *
   * @throws IllegalArgumentException if less than 1
   */
  public RequestOptions atMostThreads(int threads) {
    return new RequestOptions(timeoutNanos, priorityClass, prediction, threads);
  }

  /** Returns the same options with a prediction: these options' own, or otherwise the work's. */
  RequestOptions predictedBy(SharedWork<?, ?> work) {
    if (prediction.isKnown()) {
      return this;
    }
    Prediction said = work.prediction();
    return said.isKnown() ? predicted(said) : this;
  }

  boolean hasTimeout() {
    return timeoutNanos != NO_TIMEOUT;
  }
}
