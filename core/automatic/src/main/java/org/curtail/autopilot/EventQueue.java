package org.curtail.autopilot;

import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import org.curtail.runtime.Timeline;

/**
 * Events from the engine's threads, for one reading thread. Bounded: an event that finds it full is
 * dropped and counted, so that a late reader costs bounded memory. Adding takes no lock and never
 * waits.
 */
final class EventQueue {
  /** An event of a request. */
  sealed interface RequestEvent {}

  /** It was submitted. */
  record Arrived(long nanos) implements RequestEvent {}

  /** It was refused after submission. */
  record Refused(long nanos) implements RequestEvent {}

  /** It has ended. */
  record Ended(Timeline timeline) implements RequestEvent {}

  /** Receives events, in about the order in which they happened. */
  interface Reader {
    void read(RequestEvent event);
  }

  private final int capacity;
  private final ConcurrentLinkedQueue<RequestEvent> queue = new ConcurrentLinkedQueue<>();
  private final AtomicInteger size = new AtomicInteger();
  private final LongAdder leftOut = new LongAdder();

  /** Creates a queue of about this capacity. */
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

  /** Reads all events present, and none that come meanwhile. */
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

  /** Returns the number of dropped events. */
  long leftOut() {
    return leftOut.sum();
  }
}
