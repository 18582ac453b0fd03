package org.curtail.dispatch;

import org.curtail.PriorityClass;

/** A request of a test: it has work whenever it is asked. */
abstract class TestRequest extends DispatchedRequest {
  long startNanos = NEVER;
  int degree;

  TestRequest(long id, PriorityClass priorityClass, long arrivalNanos, long deadlineNanos) {
    super(id, priorityClass, arrivalNanos, deadlineNanos);
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
