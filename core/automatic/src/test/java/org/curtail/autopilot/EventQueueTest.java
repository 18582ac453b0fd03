package org.curtail.autopilot;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class EventQueueTest {
  private static List<EventQueue.RequestEvent> drained(EventQueue queue) {
    var read = new ArrayList<EventQueue.RequestEvent>();
    queue.drain(read::add);
    return read;
  }

  @Test
  void keepsTheOrderAndIsEmptyOnceRead() {
    var queue = new EventQueue(10);
    LongStream.range(0, 5).forEach(nanos -> queue.add(new EventQueue.Arrived(nanos)));
    assertThat(drained(queue))
        .isEqualTo(LongStream.range(0, 5).mapToObj(EventQueue.Arrived::new).toList());
    assertThat(drained(queue)).isEmpty();
    assertThat(queue.leftOut()).isZero();
  }

  @Test
  void dropsAndCountsEventsWhenFull() {
    var queue = new EventQueue(3);
    LongStream.range(0, 5).forEach(nanos -> queue.add(new EventQueue.Arrived(nanos)));
    assertThat(drained(queue)).hasSize(3);
    assertThat(queue.leftOut()).isEqualTo(2);
    queue.add(new EventQueue.Arrived(7));
    assertThat(drained(queue)).containsExactly(new EventQueue.Arrived(7));
  }

  @Test
  void eventsOfManyThreadsAreReadExactlyOnce() throws InterruptedException {
    int threads = 4;
    int each = 20_000;
    var queue = new EventQueue(threads * each);
    var tellers = new ArrayList<Thread>();
    for (int t = 0; t < threads; t++) {
      long from = (long) t * each;
      tellers.add(
          Thread.ofPlatform()
              .start(() ->
                  LongStream.range(from, from + each)
                      .forEach(nanos -> queue.add(new EventQueue.Arrived(nanos)))));
    }
    var read = new ArrayList<EventQueue.RequestEvent>();
    while (tellers.stream().anyMatch(Thread::isAlive)) {
      queue.drain(read::add);
    }
    for (Thread teller : tellers) {
      teller.join();
    }
    queue.drain(read::add);
    read.sort(Comparator.comparingLong(event -> ((EventQueue.Arrived) event).nanos()));
    assertThat(read)
        .isEqualTo(
            LongStream.range(0, (long) threads * each).mapToObj(EventQueue.Arrived::new).toList());
  }
}
