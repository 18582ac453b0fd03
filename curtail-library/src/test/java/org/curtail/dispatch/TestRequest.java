package org.curtail.dispatch;

import org.curtail.PriorityClass;

/** A request of a test: it has work whenever it is asked. */
abstract class TestRequest extends PlainRequest {
  private final long id;
  private final PriorityClass priorityClass;
  private final long arrivalNanos;
  private final long deadlineNanos;
  long startNanos = NEVER;
  int degree;

  TestRequest(long id, PriorityClass priorityClass, long arrivalNanos, long deadlineNanos) {
    this.id = id;
    this.priorityClass = priorityClass;
    this.arrivalNanos = arrivalNanos;
    this.deadlineNanos = deadlineNanos;
  }

  @Override
  public final long id() {
    return id;
  }

  @Override
  public final PriorityClass priorityClass() {
    return priorityClass;
  }

  @Override
  public final long arrivalNanos() {
    return arrivalNanos;
  }

  @Override
  public final long deadlineNanos() {
    return deadlineNanos;
  }

  @Override
  public final long startNanos() {
    return startNanos;
  }

  @Override
  public final int degree() {
    return degree;
  }

  @Override
  public final boolean hasWork() {
    return true;
  }
}
