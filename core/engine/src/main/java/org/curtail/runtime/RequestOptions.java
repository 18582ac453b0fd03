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
 * @param timeoutNanos time from its arrival for which the request is wanted, in nanoseconds; more
 *     than 0, or {@link #NO_TIMEOUT}
 * @param priorityClass its importance
 * @param prediction of its demand; if unknown, the work is asked ({@link SharedWork#prediction}).
 *     Policies that need predictions refuse requests without
 * @param mostThreads most threads that may serve it at a time, whatever the policy says; at least 1
 */
public record RequestOptions(
    long timeoutNanos, PriorityClass priorityClass, Prediction prediction, int mostThreads) {
  /** For {@link #timeoutNanos}: it is wanted however long it takes. */
  public static final long NO_TIMEOUT = Long.MAX_VALUE;

  /** No deadline, the normal class, nothing known. */
  public static final RequestOptions NONE =
      new RequestOptions(NO_TIMEOUT, PriorityClass.NORMAL, Prediction.NONE);

  /** With as many threads as the policy gives it. */
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
   * Returns the same with a deadline this long after the arrival. A request that still waits then
   * is dropped; one that runs stops at its next chunk border, with a partial result if its work can
   * make one.
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

  /** The same, of this importance. */
  public RequestOptions of(PriorityClass importance) {
    return new RequestOptions(timeoutNanos, importance, prediction, mostThreads);
  }

  /** Returns the same with this prediction. */
  public RequestOptions predicted(Prediction said) {
    return new RequestOptions(timeoutNanos, priorityClass, said, mostThreads);
  }

  /**
   * The same, served by no more threads than this at a time.
   *
   * @throws IllegalArgumentException if less than 1
   */
  public RequestOptions atMostThreads(int threads) {
    return new RequestOptions(timeoutNanos, priorityClass, prediction, threads);
  }

  /** Returns the same with the work's own prediction, unless these options have one. */
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
