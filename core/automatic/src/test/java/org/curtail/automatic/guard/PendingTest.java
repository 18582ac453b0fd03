package org.curtail.automatic.guard;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.PriorityQueue;
import org.curtail.testkit.Cases;
import org.junit.jupiter.api.Test;

class PendingTest {
  @Test
  void isHowManyHaveArrivedAndNotEnded() {
    compare(1, 0, 30_000);
  }

  /** Threads may report arrivals late, when the next interval has begun. */
  @Test
  void aRequestReportedLateCountsUntilItsEnd() {
    compare(2, 300, 1_000);
  }

  /** Greatest delay of a report, and greatest time of a request. */
  private static void compare(long seed, long mostLate, long mostStay) {
    Cases.random(
        seed,
        20,
        random -> {
          var pending = new Pending(1_000);
          var ends = new PriorityQueue<long[]>((a, b) -> Long.compare(a[0], b[0]));
          long now = random.nextLong(-100_000, 100_000);
          for (int i = 0; i < 2_000; i++) {
            now += random.nextLong(0, 300);
            long arrival = now - random.nextLong(0, mostLate + 1);
            while (!ends.isEmpty() && ends.peek()[0] <= now) {
              pending.ended(ends.remove()[1]);
            }
            pending.arrived(arrival, now);
            ends.add(new long[] {now + random.nextLong(0, mostStay), arrival});
            assertThat(pending.requests()).isEqualTo(ends.size());
          }
        });
  }

  @Test
  void whoNeverEndsIsForgotten() {
    var pending = new Pending(1_000);
    for (int i = 0; i < 10; i++) {
      pending.arrived(i, i);
    }
    pending.arrived(63_999, 63_999);
    assertThat(pending.requests()).isEqualTo(11);
    pending.arrived(64_000, 64_000);
    assertThat(pending.requests()).isEqualTo(2);
    pending.ended(5);
    assertThat(pending.requests()).isEqualTo(2);
    pending.arrived(1_000_000, 1_000_000);
    assertThat(pending.requests()).isEqualTo(1);
  }
}
