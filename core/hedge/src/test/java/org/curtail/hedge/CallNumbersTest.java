package org.curtail.hedge;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import org.curtail.hedge.Hedge.CallNumbers;
import org.junit.jupiter.api.Test;

/** Numbers taken by threads without contention. */
class CallNumbersTest {
  @Test
  void callNumbersAreUnique() throws Exception {
    CallNumbers numbers = new CallNumbers(4);
    var all = new HashSet<Long>();
    var threads = new Thread[8];
    for (int i = 0; i < threads.length; i++) {
      threads[i] =
          new Thread(() -> {
            for (int j = 0; j < 10_000; j++) {
              long number = numbers.next();
              synchronized (all) {
                all.add(number);
              }
            }
          });
      threads[i].start();
    }
    for (Thread thread : threads) {
      thread.join();
    }
    assertThat(all).hasSize(80_000).allMatch(number -> number >= 0);
  }

  /** With 16 counters a thread counts by 16s; among many threads not all have the same counter. */
  @Test
  void threadKeepsItsCounterAndThreadsUseSeveralCounters() throws Exception {
    var numbers = new CallNumbers(16);
    var counters = new HashSet<Long>();
    for (int i = 0; i < 50; i++) {
      var ofThread = new HashSet<Long>();
      var thread =
          new Thread(() -> {
            for (int j = 0; j < 4; j++) {
              ofThread.add(numbers.next() % 16);
            }
          });
      thread.start();
      thread.join();
      assertThat(ofThread).hasSize(1);
      counters.addAll(ofThread);
    }
    assertThat(counters).hasSizeGreaterThan(8);
  }

  @Test
  void numbersFromOneCounterAreConsecutive() {
    var numbers = new CallNumbers(1);
    for (long number = 0; number < 5; number++) {
      assertThat(numbers.next()).isEqualTo(number);
    }
  }
}
