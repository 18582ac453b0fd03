package org.curtail.runtime;

import java.util.concurrent.RejectedExecutionException;

/** A request was refused because the admission queue is full. */
public final class OverloadedException extends RejectedExecutionException {
  private static final long serialVersionUID = 1;

  private final int waiting;

  OverloadedException(int waiting) {
    super("the admission queue is full: " + waiting + " requests wait");
    this.waiting = waiting;
  }

  /** Number of requests without a thread: waiting and preempted ones. */
  public int waiting() {
    return waiting;
  }
}
