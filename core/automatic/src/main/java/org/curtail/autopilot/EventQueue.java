package org.curtail.autopilot;

import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import org.curtail.runtime.Timeline;

/**
 * What the engine's threads tell, for one thread to read. Bounded: what finds it full is left out
 * and counted, so that a reader that is late costs memory no more than that. Telling takes no lock
 * and waits for nobody.
 */
final class EventQueue {
  /** Something that happened to a request. */
  sealed interface Happening {}

  /** It was submitted. */
  record Arrived(long nanos) implements Happening {}

  /** It was refused after it had been submitted. */
  record Refused(long nanos) implements Happening {}

  /** It has ended. */
  record Ended(Timeline timeline) implements Happening {}

  /** Is told what happened, in about the order in which it did. */
  interface Reader {
    void read(Happening happening);
  }

  private final int capacity;
  private final ConcurrentLinkedQueue<Happening> queue = new ConcurrentLinkedQueue<>();
  private final AtomicInteger size = new AtomicInteger();
  private final LongAdder leftOut = new LongAdder();

  /** At most about so many at a time. */
  EventQueue(int capacity) {
    this.capacity = capacity;
  }

  void add(Happening happening) {
    if (size.get() >= capacity) {
      leftOut.increment();
      return;
    }
    size.incrementAndGet();
    queue.add(happening);
  }

  /** Reads what is there, and nothing that comes meanwhile. */
  void drain(Reader reader) {
    for (int left = size.get(); left > 0; left--) {
      Happening next = queue.poll();
      if (next == null) {
        return;
      }
      size.decrementAndGet();
      reader.read(next);
    }
  }

  /** How many were left out. */
  long leftOut() {
    return leftOut.sum();
  }
}
