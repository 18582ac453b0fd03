package org.curtail.fray;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import org.junit.jupiter.api.Test;

/** Known faults are found, and found again by their seed. */
class SchedulesTest {
  private static final int MANY = 500;

  /** Programs under test. Public, since each runs in newly loaded classes. */
  static final class Programs {
    /** In some schedules both see enough money. */
    void overdraw() throws InterruptedException {
      var money = new AtomicInteger(10);
      Runnable takes =
          () -> {
            if (money.get() >= 6) {
              money.set(money.get() - 6);
            }
          };
      var one = new Thread(takes);
      one.start();
      takes.run();
      one.join();
      if (money.get() < 0) {
        throw new AssertionError("left: " + money.get());
      }
    }

    /** In some schedules each holds what the other needs. */
    void waitForEachOther() throws InterruptedException {
      var left = new ReentrantLock();
      var right = new ReentrantLock();
      var one = new Thread(() -> both(left, right));
      one.start();
      both(right, left);
      one.join();
    }

    @SuppressWarnings("LockNotBeforeTry") // Nothing in between can throw.
    private static void both(ReentrantLock first, ReentrantLock second) {
      first.lock();
      second.lock();
      second.unlock();
      first.unlock();
    }

    /** A correct program. */
    void count() throws InterruptedException {
      var count = new AtomicInteger();
      var one = new Thread(count::incrementAndGet);
      one.start();
      count.incrementAndGet();
      one.join();
      if (count.get() != 2) {
        throw new AssertionError("counted: " + count.get());
      }
    }
  }

  @Test
  void aRaceIsFoundAndFoundAgainByItsSeed() {
    Schedules.Failure found = Schedules.explore(Programs.class, "overdraw", 1, MANY).orElseThrow();
    assertThat(found.thrown()).hasMessage("left: -2");
    Schedules.Failure again =
        Schedules.explore(Programs.class, "overdraw", found.seed(), 1).orElseThrow();
    assertThat(again.seed()).isEqualTo(found.seed());
    assertThat(again.thrown()).hasMessage("left: -2");
  }

  @Test
  void aDeadlockIsFound() {
    assertThat(Schedules.explore(Programs.class, "waitForEachOther", 1, MANY)).isPresent();
  }

  @Test
  void nothingIsFoundWhereNothingIs() {
    assertThat(Schedules.explore(Programs.class, "count", 1, MANY))
        .isEqualTo(Optional.<Schedules.Failure>empty());
  }
}
