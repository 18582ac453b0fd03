package org.curtail.workflow;

import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/**
 * A server of a stage: serves who came first, those that catch up by priority before others. Who
 * wants several slots takes those that are free, so no slot is idle while somebody waits.
 */
final class LoadServer {
  private final int slots;

  /** Some in the queues may be gone. */
  private final ArrayDeque<LoadAttempt> ahead = new ArrayDeque<>(2);

  private final ArrayDeque<LoadAttempt> queue = new ArrayDeque<>(2);
  private int waiting;
  private int busy;
  private int served;

  LoadServer(int slots) {
    this.slots = slots;
  }

  /** Attempts that wait or are served. */
  int inSystem() {
    return waiting + served;
  }

  int waiting() {
    return waiting;
  }

  /** Slots that compute. */
  int busy() {
    return busy;
  }

  int slots() {
    return slots;
  }

  /** An attempt comes to the end of its queue. */
  void enter(LoadAttempt attempt, boolean goesAhead) {
    (goesAhead ? ahead : queue).add(attempt);
    waiting++;
  }

  /** Who is served next, with its threads; null if nobody waits, or no slot is free. */
  @Nullable LoadAttempt admit() {
    if (waiting == 0 || busy == slots) {
      return null;
    }
    LoadAttempt next = first(ahead);
    if (next == null) {
      next = first(queue);
    }
    if (next == null) {
      throw new IllegalStateException("somebody waits in no queue");
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

  /** An attempt goes, whether it waits or is served. Slots that become free stay so. */
  void leave(LoadAttempt attempt) {
    if (attempt.state == LoadAttempt.State.WAITING) {
      waiting--;
    } else {
      served--;
      busy -= attempt.threads;
    }
  }
}
