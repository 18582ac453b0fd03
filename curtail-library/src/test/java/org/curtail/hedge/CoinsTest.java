package org.curtail.hedge;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import org.junit.jupiter.api.Test;

/** Chance that is a function. */
class CoinsTest {
  @Test
  void sharesAreEvenAndQuestionsIndependent() {
    int n = 100_000;
    double sum = 0;
    double sumOfProducts = 0;
    int[] tenths = new int[10];
    for (int call = 0; call < n; call++) {
      long coin = Coins.of(42, call);
      double first = Coins.share(coin, 0);
      double second = Coins.share(coin, 1);
      assertThat(first).isBetween(0.0, Math.nextDown(1.0));
      tenths[(int) (10 * first)]++;
      sum += first;
      sumOfProducts += (first - 0.5) * (second - 0.5);
    }
    // Six standard deviations each.
    assertThat(sum / n).isBetween(0.5 - 6 * 0.289 / 316, 0.5 + 6 * 0.289 / 316);
    assertThat(Math.abs(sumOfProducts / n)).isLessThan(6 * (1.0 / 12) / 316);
    for (int tenth : tenths) {
      assertThat(tenth).isBetween(10_000 - 6 * 95, 10_000 + 6 * 95);
    }
  }

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
