package org.curtail.hedge;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import org.junit.jupiter.api.Test;

/** Numbers that threads take without waiting for each other. */
class CallNumbersTest {
  @Test
  void numbersOfCallsAreGivenOnce() throws Exception {
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
}
