package org.curtail.autopilot;

import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import org.curtail.runtime.Timeline;

/**
 * Bounded queue of events from the engine's threads to one reader. A full queue drops and counts
 * events. Adding needs no lock and never waits.
 */
final class EventQueue {
  sealed interface RequestEvent {}

  record Arrived(long nanos) implements RequestEvent {}

  /** The request was refused after submission. */
  record Refused(long nanos) implements RequestEvent {}

  record Ended(Timeline timeline) implements RequestEvent {}

  /** Receiver of events, in nearly the order of their times. */
  interface Reader {
    void read(RequestEvent event);
  }

  private final int capacity;
  private final ConcurrentLinkedQueue<RequestEvent> queue = new ConcurrentLinkedQueue<>();
  private final AtomicInteger size = new AtomicInteger();
  private final LongAdder leftOut = new LongAdder();

  /** Creates a queue with about this capacity. */
  EventQueue(int capacity) {
    this.capacity = capacity;
  }

  void add(RequestEvent event) {
    if (size.get() >= capacity) {
      leftOut.increment();
      return;
    }
    size.incrementAndGet();
    queue.add(event);
  }

  /** Reads all present events, without later ones. */
  void drain(Reader reader) {
    for (int left = size.get(); left > 0; left--) {
      RequestEvent next = queue.poll();
      if (next == null) {
        return;
      }
      size.decrementAndGet();
      reader.read(next);
    }
  }

  long leftOut() {
    return leftOut.sum();
  }
}
