package org.curtail.workflow.load;

import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/**
 * A server of a stage. The server serves attempts with priority first, then in order of arrival. An
 * attempt for several slots takes the free ones, so no slot is idle while an attempt waits.
 */
final class LoadServer {
  private final int slots;

  /** The queues may contain attempts that have left. */
  private final ArrayDeque<LoadAttempt> ahead = new ArrayDeque<>(2);

  private final ArrayDeque<LoadAttempt> queue = new ArrayDeque<>(2);
  private int waiting;
  private int busy;
  private int served;

  LoadServer(int slots) {
    this.slots = slots;
  }

  /** Returns the number of waiting and served attempts. */
  int inSystem() {
    return waiting + served;
  }

  int waiting() {
    return waiting;
  }

  /** Returns the number of busy slots. */
  int busy() {
    return busy;
  }

  int slots() {
    return slots;
  }

  /** Adds an attempt to the end of its queue. */
  void enter(LoadAttempt attempt, boolean hasPriority) {
    (hasPriority ? ahead : queue).add(attempt);
    waiting++;
  }

  /** Starts the next attempt and returns it; null if no attempt waits or no slot is free. */
  @Nullable LoadAttempt admit() {
    if (waiting == 0 || busy == slots) {
      return null;
    }
    LoadAttempt next = first(ahead);
    if (next == null) {
      next = first(queue);
    }
    if (next == null) {
      throw new IllegalStateException("a waiting attempt is in no queue");
    }
    waiting--;
    served++;
    next.state = LoadAttempt.State.SERVED;
    next.threads = Math.min(next.call.visit.rule().threads(), slots - busy);
    busy += next.threads;
    return next;
  }

  private static @Nullable LoadAttempt first(ArrayDeque<LoadAttempt> queue) {
    LoadAttempt next = queue.poll();
    while (next != null && next.state != LoadAttempt.State.WAITING) {
      next = queue.poll();
    }
    return next;
  }

  /** Removes a waiting or served attempt. The attempt's slots stay free. */
  void leave(LoadAttempt attempt) {
    if (attempt.state == LoadAttempt.State.WAITING) {
      waiting--;
    } else {
      served--;
      busy -= attempt.threads;
    }
  }
}
