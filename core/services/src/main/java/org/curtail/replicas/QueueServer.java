package org.curtail.replicas;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

/**
 * A server with a queue in order of arrival; each copy in service has its own slot. The {@code
 * progress} of a copy is its end, or its remaining time during a pause. So without pauses, a copy
 * ends exactly at start plus work, without rounding errors.
 */
final class QueueServer extends Server {
  /** Waiting copies, and copies that left the queue. */
  private final ArrayDeque<Copy> queue = new ArrayDeque<>();

  private final List<Copy> served = new ArrayList<>();
  private int waiting;

  QueueServer(int index, int replica, int slots, double slowdown, Timeline timeline) {
    super(index, replica, slots, slowdown, timeline);
  }

  @Override
  int inService() {
    return served.size();
  }

  @Override
  int waiting() {
    return waiting;
  }

  @Override
  void enter(Copy copy, double nowMillis) {
    if (served.size() < slots && waiting == 0) {
      start(copy, nowMillis);
    } else {
      queue.add(copy);
      waiting++;
    }
  }

  private void start(Copy copy, double nowMillis) {
    account(nowMillis);
    copy.state = Copy.State.SERVED;
    copy.startedMillis = nowMillis;
    copy.place = served.size();
    served.add(copy);
    takes(copy, copy.workMillis, nowMillis);
    timeline.started(copy, nowMillis);
  }

  /** Sets the remaining time of a copy. */
  private void takes(Copy copy, double millis, double nowMillis) {
    copy.stamp++;
    if (isPaused()) {
      copy.progress = millis;
    } else {
      copy.progress = nowMillis + millis;
      timeline.events().add(copy.progress, Event.COPY_ENDS, copy, copy.stamp);
    }
  }

  private double left(Copy copy, double nowMillis) {
    return isPaused() ? copy.progress : copy.progress - nowMillis;
  }

  @Override
  void leave(Copy copy, double nowMillis) {
    if (copy.state == Copy.State.WAITING) {
      waiting--;
    } else {
      account(nowMillis);
      Copy last = served.removeLast();
      if (last != copy) {
        served.set(copy.place, last);
        last.place = copy.place;
      }
    }
    copy.state = Copy.State.GONE;
    copy.stamp++;
  }

  @Override
  void settle(double nowMillis) {
    while (served.size() < slots && waiting > 0) {
      Copy next = queue.remove();
      if (next.state == Copy.State.WAITING) {
        waiting--;
        start(next, nowMillis);
      }
    }
  }

  @Override
  void shorten(Copy copy, double mostMillis, double nowMillis) {
    if (left(copy, nowMillis) > mostMillis) {
      takes(copy, mostMillis, nowMillis);
    }
  }

  @Override
  void advance(double nowMillis) {
    account(nowMillis);
  }

  @Override
  void pausedOrResumed(double nowMillis) {
    for (Copy copy : served) {
      // Converts progress between remaining time and end.
      double left = isPaused() ? copy.progress - nowMillis : copy.progress;
      takes(copy, left, nowMillis);
    }
  }
}
