package org.curtail.replicas;

import java.util.Comparator;
import java.util.PriorityQueue;

/**
 * Serves all at once: with n copies and c slots, each progresses with the speed min(1, c/n). What a
 * copy's {@code progress} says: how much every copy has been given since the server was last empty
 * when this one will end (virtual time of processor sharing).
 */
final class SharingServer extends Server {
  private final PriorityQueue<Copy> byEnd =
      new PriorityQueue<>(
          Comparator.comparingDouble((Copy copy) -> copy.progress)
              .thenComparingInt(copy -> copy.call.index)
              .thenComparingInt(copy -> copy.attempt));

  /** What a copy has been given that was there all the time. */
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
      // No rounding of the past.
      given = 0;
    } else {
      given += speed() * (nowMillis - givenAtMillis);
    }
    givenAtMillis = nowMillis;
  }

  /** After a change: when the next one ends. */
  private void schedule(double nowMillis) {
    stamp++;
    Copy next = byEnd.peek();
    if (next != null && !isPaused()) {
      double left = Math.max(0, next.progress - given);
      timeline.events().add(nowMillis + left / speed(), Happening.SERVER_ENDS_ONE, this, stamp);
    }
  }

  /** Whether an event of this server is still true. */
  boolean expects(int eventStamp) {
    return eventStamp == stamp;
  }

  /** Who ends next. */
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
    // Nobody waits.
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
