package org.curtail.dispatch;

import org.curtail.PriorityClass;

/** A request of a test: it has work for as long as the test does not say otherwise. */
abstract class TestRequest extends DispatchedRequest {
  long startNanos = NEVER;
  int degree;
  boolean hasWork = true;

  TestRequest(long id, PriorityClass priorityClass, long arrivalNanos, long deadlineNanos) {
    super(id, priorityClass, arrivalNanos, deadlineNanos);
  }

  @Override
  public final long startNanos() {
    return startNanos;
  }

  @Override
  public final int decidedDegree() {
    return degree;
  }

  @Override
  public final boolean hasWork() {
    return hasWork;
  }

  @Override
  protected final void forgetDecision() {
    degree = 0;
  }
}
