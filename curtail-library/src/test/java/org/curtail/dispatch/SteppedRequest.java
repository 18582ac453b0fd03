package org.curtail.dispatch;

import org.curtail.Prediction;
import org.curtail.PriorityClass;
import org.curtail.Progress;

/** A request that is served and set aside in the steps of a {@link SteppedService}. */
final class SteppedRequest extends DispatchedRequest {
  private final long id;
  private final PriorityClass priorityClass;
  private final long arrivalNanos;
  private final long deadlineNanos;
  private long startNanos = NEVER;
  private int threads;
  private int share = Integer.MAX_VALUE;
  private long sliceEndNanos = NEVER;
  private boolean isBoosted;
  private long attainedNanos;
  private long executionNanos;

  /** Threads that really serve it, as a service knows that cannot be wrong. */
  int servedBy;

  int degree;
  boolean isOver;

  SteppedRequest(long id, PriorityClass priorityClass, long arrivalNanos, long deadlineNanos) {
    this.id = id;
    this.priorityClass = priorityClass;
    this.arrivalNanos = arrivalNanos;
    this.deadlineNanos = deadlineNanos;
  }

  SteppedRequest(long id, PriorityClass priorityClass, long arrivalNanos) {
    this(id, priorityClass, arrivalNanos, NEVER);
  }

  /** A thread begins to serve it. */
  void join(long nowNanos) {
    servedBy++;
    startNanos = startNanos == NEVER ? nowNanos : startNanos;
  }

  /** As if it had not started. */
  void undoStart() {
    startNanos = NEVER;
  }

  boolean hasStarted() {
    return startNanos != NEVER;
  }

  void advance(long nanos) {
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
  public long id() {
    return id;
  }

  @Override
  public PriorityClass priorityClass() {
    return priorityClass;
  }

  @Override
  public long arrivalNanos() {
    return arrivalNanos;
  }

  @Override
  public long deadlineNanos() {
    return deadlineNanos;
  }

  @Override
  public long startNanos() {
    return startNanos;
  }

  @Override
  public int degree() {
    return degree;
  }

  @Override
  public boolean hasWork() {
    return true;
  }

  @Override
  public boolean isServedByAll() {
    return false;
  }

  @Override
  public long leadNanos() {
    throw new UnsupportedOperationException("is never served by all");
  }

  @Override
  public Progress progress(long nowNanos, int withThreads) {
    return new Progress(
        nowNanos - arrivalNanos,
        executionNanos,
        attainedNanos,
        degree,
        withThreads,
        Prediction.NONE);
  }

  @Override
  public int threads() {
    return threads;
  }

  @Override
  public int share() {
    return share;
  }

  @Override
  public long sliceEndNanos() {
    return sliceEndNanos;
  }

  @Override
  public boolean isBoosted() {
    return isBoosted;
  }

  @Override
  protected void setThreads(int count) {
    threads = count;
  }

  @Override
  protected void setShare(int count) {
    share = count;
  }

  @Override
  protected void setSliceEndNanos(long nanos) {
    sliceEndNanos = nanos;
  }

  @Override
  protected void setBoosted(boolean is) {
    isBoosted = is;
  }

  @Override
  public String toString() {
    return "%d (%s, arrived %d, attained %d, %d threads)"
        .formatted(id, priorityClass, arrivalNanos, attainedNanos, threads);
  }
}
