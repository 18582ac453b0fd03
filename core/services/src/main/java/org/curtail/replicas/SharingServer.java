package org.curtail.replicas;

import java.util.Comparator;
import java.util.PriorityQueue;

/**
 * A server with processor sharing: with n copies and c slots, each copy progresses at the speed
 * min(1, c/n). The {@code progress} of a copy is the value of {@link #given} at its end (virtual
 * time of processor sharing).
 */
final class SharingServer extends Server {
  private final PriorityQueue<Copy> byEnd =
      new PriorityQueue<>(
          Comparator.comparingDouble((Copy copy) -> copy.progress)
              .thenComparingInt(copy -> copy.call.index)
              .thenComparingInt(copy -> copy.attempt));

  /** Virtual time: the service of a copy that is present since the server was last empty. */
  private double given;

  private double givenAtMillis;
  private int stamp;

  SharingServer(int index, int replica, int slots, double slowdown, Timeline timeline) {
    super(index, replica, slots, slowdown, timeline);
  }

  @Override
  int inService() {
    return byEnd.size();
  }

  @Override
  int waiting() {
    return 0;
  }

  private double speed() {
    return isPaused() ? 0 : Math.min(1, slots / (double) byEnd.size());
  }

  @Override
  void advance(double nowMillis) {
    account(nowMillis);
    if (byEnd.isEmpty()) {
      // Earlier rounding errors are dropped.
      given = 0;
    } else {
      given += speed() * (nowMillis - givenAtMillis);
    }
    givenAtMillis = nowMillis;
  }

  /** Schedules the next end after a change. */
  private void schedule(double nowMillis) {
    stamp++;
    Copy next = byEnd.peek();
    if (next != null && !isPaused()) {
      double left = Math.max(0, next.progress - given);
      timeline.events().add(nowMillis + left / speed(), Event.SERVER_ENDS_ONE, this, stamp);
    }
  }

  /** True if an event of this server is still valid. */
  boolean expects(int eventStamp) {
    return eventStamp == stamp;
  }

  Copy next() {
    return byEnd.element();
  }

  @Override
  void enter(Copy copy, double nowMillis) {
    advance(nowMillis);
    copy.state = Copy.State.SERVED;
    copy.startedMillis = nowMillis;
    copy.progress = given + copy.workMillis;
    byEnd.add(copy);
    schedule(nowMillis);
    timeline.started(copy, nowMillis);
  }

  @Override
  void leave(Copy copy, double nowMillis) {
    advance(nowMillis);
    byEnd.remove(copy);
    copy.state = Copy.State.GONE;
    schedule(nowMillis);
  }

  @Override
  void settle(double nowMillis) {
    // No copy waits.
  }

  @Override
  void shorten(Copy copy, double mostMillis, double nowMillis) {
    advance(nowMillis);
    if (copy.progress > given + mostMillis) {
      byEnd.remove(copy);
      copy.progress = given + mostMillis;
      byEnd.add(copy);
    }
    schedule(nowMillis);
  }

  @Override
  void pausedOrResumed(double nowMillis) {
    schedule(nowMillis);
  }
}
