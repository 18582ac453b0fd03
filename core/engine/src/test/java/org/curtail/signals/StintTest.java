package org.curtail.signals;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class StintTest {
  private static final Thread THREAD = Thread.currentThread();

  private static ThreadReading reading(long wallNanos, long cpuNanos, long delayNanos) {
    return new ThreadReading(wallNanos, cpuNanos, delayNanos, 10, 20, 30, 40);
  }

  @Test
  void isTheDifferenceOfTwoReadings() {
    Stint stint =
        Stint.between(
            THREAD,
            new ThreadReading(100, 1, 2, 3, 4, 5, 6, 7, 8, false),
            new ThreadReading(200, 11, 22, 33, 44, 55, 66, 77, 88, true),
            9);
    assertThat(stint)
        .isEqualTo(
            new Stint(
                THREAD.threadId(),
                THREAD.getName(),
                100,
                200,
                10,
                20,
                30,
                40,
                50,
                60,
                9,
                true,
                70,
                80));
    assertThat(stint.wallNanos()).isEqualTo(100);
  }

  @Test
  void aStintLacksCountersThatAReadingLacks() {
    Stint stint = Stint.between(THREAD, ThreadReading.ofWall(100), reading(200, 5, 5), 0);
    assertThat(stint.cpuNanos()).isEqualTo(-1);
    assertThat(stint.runDelayNanos()).isEqualTo(-1);
    assertThat(stint.cycles()).isEqualTo(-1);
    assertThat(stint).isEqualTo(Stint.unread(THREAD, 100, 200, 0));
  }

  @Test
  void aClockOrCounterThatRunsBackwardsStandsStill() {
    Stint stint = Stint.between(THREAD, reading(200, 9, 9), reading(100, 8, 10), 0);
    assertThat(stint.wallNanos()).isZero();
    assertThat(stint.cpuNanos()).isZero();
    assertThat(stint.runDelayNanos()).isEqualTo(1);
  }

  @Test
  void endsNoLaterThanItIsTold() {
    Stint stint = Stint.between(THREAD, reading(100, 0, 0), reading(200, 50, 0), 3);
    assertThat(stint.until(300)).isSameAs(stint);
    assertThat(stint.until(200)).isSameAs(stint);
    assertThat(stint.until(150).toNanos()).isEqualTo(150);
    assertThat(stint.until(150).chunks()).isEqualTo(3);
    assertThat(stint.until(50).wallNanos()).isZero();
  }

  @Test
  void severalAsOneAreDoubtfulAndAddUp() {
    Stint one = Stint.between(THREAD, reading(100, 0, 0), reading(200, 50, 10), 3);
    Stint other = Stint.between(THREAD, reading(400, 60, 10), reading(500, 90, 15), 4);
    Stint both = one.and(other);
    assertThat(both.fromNanos()).isEqualTo(100);
    assertThat(both.toNanos()).isEqualTo(500);
    assertThat(both.cpuNanos()).isEqualTo(80);
    assertThat(both.runDelayNanos()).isEqualTo(15);
    assertThat(both.chunks()).isEqualTo(7);
    assertThat(both.doubtful()).isTrue();
    assertThat(one.and(Stint.unread(THREAD, 400, 450, 0)).cpuNanos()).isEqualTo(-1);
  }

  @Test
  void countsReadLongAfterTheEndAreDoubtful() {
    Stint stint = Stint.unread(THREAD, 0, 1_000_000, 0);
    assertThat(stint.until(1_000_000).doubtful()).isFalse();
    assertThat(stint.until(900_000).doubtful()).isFalse();
    assertThat(stint.until(899_999).doubtful()).isTrue();
  }

  @Test
  void timesMayPassTheEndOfALong() {
    Stint stint = Stint.unread(THREAD, Long.MAX_VALUE - 50, Long.MIN_VALUE + 49, 0);
    assertThat(stint.wallNanos()).isEqualTo(100);
    assertThat(stint.until(Long.MAX_VALUE).wallNanos()).isEqualTo(50);
  }

  @Test
  void theImpossibleIsRefused() {
    assertThatThrownBy(() -> new Stint(1, "t", 2, 1, 0, 0, 0, 0, 0, 0, 0, false))
        .hasMessage("toNanos must not be before fromNanos 2: 1");
    assertThatThrownBy(() -> new Stint(1, "t", 1, 2, -2, 0, 0, 0, 0, 0, 0, false))
        .hasMessageContaining("cpuNanos must be at least 0, or -1");
    assertThatThrownBy(() -> new Stint(1, "t", 1, 2, 0, 0, 0, 0, 0, 0, -1, false))
        .hasMessageContaining("chunks must not be negative: -1");
    assertThatThrownBy(() -> new ThreadReading(1, 0, 0, 0, -3, 0, 0))
        .hasMessageContaining("majorFaults must be at least 0");
  }
}
