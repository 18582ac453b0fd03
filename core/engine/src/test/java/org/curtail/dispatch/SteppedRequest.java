package org.curtail.dispatch;

import org.curtail.Prediction;
import org.curtail.PriorityClass;
import org.curtail.Progress;

/** A request that is served and preempted in the steps of a {@link SteppedService}. */
final class SteppedRequest extends TestRequest {
  private long attainedNanos;
  private long executionNanos;

  /** Number of threads that really serve the request, as this service knows. */
  int servedBy;

  boolean isOver;

  /** The request's answer to {@link #isServedByAll}: always true, because threads come at once. */
  boolean saysServedByAll;

  /** The clock. */
  private long nowNanos;

  SteppedRequest(long id, PriorityClass priorityClass, long arrivalNanos, long deadlineNanos) {
    super(id, priorityClass, arrivalNanos, deadlineNanos);
    nowNanos = arrivalNanos;
  }

  SteppedRequest(long id, PriorityClass priorityClass, long arrivalNanos) {
    this(id, priorityClass, arrivalNanos, NEVER);
  }

  /** A thread begins to serve it. */
  void join(long nowNanos) {
    servedBy++;
    startNanos = startNanos == NEVER ? nowNanos : startNanos;
  }

  boolean hasStarted() {
    return startNanos != NEVER;
  }

  void advance(long nanos) {
    nowNanos += nanos;
    attainedNanos += servedBy * nanos;
    executionNanos += servedBy > 0 ? nanos : 0;
  }

  /** As if it had been served before. */
  void attain(long nanos) {
    attainedNanos = nanos;
  }

  long attainedNanos() {
    return attainedNanos;
  }

  @Override
  public boolean isServedByAll() {
    return saysServedByAll;
  }

  @Override
  public long leadNanos() {
    return attainedNanos - servedBy * nowNanos;
  }

  @Override
  public Progress progress(long nowNanos, int withThreads) {
    return new Progress(
        nowNanos - arrivalNanos(),
        executionNanos,
        attainedNanos,
        degree,
        withThreads,
        Prediction.NONE);
  }

  @Override
  public String toString() {
    return "%d (%s, arrived %d, attained %d, %d threads)"
        .formatted(id(), priorityClass(), arrivalNanos(), attainedNanos, threads());
  }
}
