package org.curtail.diagnose.pause;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.curtail.signals.ThreadReading;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Conclusions from two readings with a sleep in between. */
class BeatsTest {
  private static final long MILLI = 1_000_000;

  private static ThreadReading reading(double wallMs, double cpuMs, double delayMs) {
    return new ThreadReading(
        Math.round(wallMs * MILLI),
        Math.round(cpuMs * MILLI),
        Math.round(delayMs * MILLI),
        0,
        0,
        0,
        0);
  }

  private static @Nullable Pause stop(ThreadReading last, ThreadReading now) {
    return stop(last, now, 5 * MILLI, 5 * MILLI);
  }

  private static @Nullable Pause stop(
      ThreadReading last, ThreadReading now, long asleepNanos, long lastSleepNanos) {
    return Beats.stop(last, now, asleepNanos, lastSleepNanos, Beats.LEAST_STOP_NANOS);
  }

  @Test
  void aLongSleepThatNothingExplainsIsAStop() {
    // The process stood still for 100 ms, beginning somewhere within the sleep of 5 ms.
    assertThat(stop(reading(0, 0, 0), reading(102.5, 0, 0)))
        .isEqualTo(new Pause(2_500_000, 102_500_000, Pause.Kind.STOPPED));
  }

  @Test
  void waitingForACoreIsNoStop() {
    assertThat(stop(reading(0, 0, 0), reading(105, 0, 99))).isNull();
    assertThat(stop(reading(0, 0, 0), reading(105, 50, 49))).isNull();
  }

  @Test
  void aThreadMayHaveToWaitForACoreAfterAStop() {
    assertThat(stop(reading(0, 0, 0), reading(122.5, 0, 20)))
        .isEqualTo(new Pause(2_500_000, 102_500_000, Pause.Kind.STOPPED));
  }

  @Test
  void aTimerThatIsLateIsNoStop() {
    assertThat(stop(reading(0, 0, 0), reading(14.9, 0, 0))).isNull();
    assertThat(stop(reading(0, 0, 0), reading(15.1, 0, 0))).isNotNull();
  }

  @Test
  void ofManyShortSleepsAStopBeganInTheLastOne() {
    // Four sleeps of 1 ms, of which the last one took 100 ms longer.
    assertThat(stop(reading(0, 0, 0), reading(104, 0, 0), 4 * MILLI, MILLI))
        .isEqualTo(new Pause(3_500_000, 104_000_000, Pause.Kind.STOPPED));
  }

  @Test
  void aThreadThatComputesInsteadOfSleepingWasStoppedWhenItDidNot() {
    assertThat(stop(reading(0, 0, 0), reading(16, 5, 0), 0, 0))
        .isEqualTo(new Pause(5_000_000, 16_000_000, Pause.Kind.STOPPED));
    assertThat(stop(reading(0, 0, 0), reading(14.9, 5, 0), 0, 0)).isNull();
  }

  @Test
  void theFirstBeatOnlyBeginsAndEachStopIsToldOnce() {
    var readings = new ArrayDeque<>(List.of(reading(0, 0, 0), reading(5, 0, 0)));
    readings.addAll(List.of(reading(60, 0, 0), reading(65, 0, 0)));
    var told = new ArrayList<Pause>();
    var beats =
        new Beats(readings::remove, () -> false, () -> false, (stop, sure) -> told.add(stop));
    for (int i = 0; i < 4; i++) {
      beats.beat(5 * MILLI, 5 * MILLI);
    }
    assertThat(told).containsExactly(new Pause(7_500_000, 60_000_000, Pause.Kind.STOPPED));
  }

  @Test
  void aStopThatIsSureMayBeShorterAndIsToldToBeSure() {
    var readings = new ArrayDeque<>(List.of(reading(0, 0, 0), reading(9, 0, 0)));
    readings.addAll(List.of(reading(18, 0, 0), reading(26, 0, 0)));
    // Before each reading and after it.
    var sure = new ArrayDeque<>(List.of(true, false, false, false));
    sure.addAll(List.of(true, false, true, false));
    var told = new ArrayList<Pause>();
    var beats =
        new Beats(
            readings::remove,
            sure::remove,
            () -> false,
            (stop, isSure) -> {
              assertThat(isSure).isTrue();
              told.add(stop);
            });
    for (int i = 0; i < 4; i++) {
      beats.beat(5 * MILLI, 5 * MILLI);
    }
    // 4 ms late and not sure, 4 ms late and sure, 3 ms late and sure.
    assertThat(told)
        .containsExactly(
            new Pause(11_500_000, 18_000_000, Pause.Kind.STOPPED),
            new Pause(20_500_000, 26_000_000, Pause.Kind.STOPPED));
  }

  @Test
  void aStopRightAfterAReadingMakesTheNextOneLateAndIsSure() {
    var readings = new ArrayDeque<>(List.of(reading(0, 0, 0), reading(5, 0, 0)));
    readings.addAll(List.of(reading(110, 0, 0), reading(120, 0, 0)));
    var sure = new ArrayDeque<>(List.of(false, false, false, true, false, false, false, false));
    var told = new ArrayList<Boolean>();
    var beats =
        new Beats(readings::remove, sure::remove, () -> false, (stop, isSure) -> told.add(isSure));
    for (int i = 0; i < 4; i++) {
      beats.beat(5 * MILLI, 5 * MILLI);
    }
    assertThat(told).containsExactly(true);
  }

  @Test
  void whetherItIsSureIsAskedOnceMoreOnlyIfTheThreadWasLate() {
    var readings = new ArrayDeque<>(List.of(reading(0, 0, 0), reading(5, 0, 0)));
    readings.addAll(List.of(reading(14, 0, 0), reading(19, 0, 0)));
    int[] asked = {0};
    var told = new ArrayList<Pause>();
    var beats =
        new Beats(
            readings::remove,
            () -> false,
            () -> ++asked[0] > 0,
            (stop, isSure) -> {
              assertThat(isSure).isTrue();
              told.add(stop);
            });
    for (int i = 0; i < 4; i++) {
      beats.beat(5 * MILLI, 5 * MILLI);
    }
    assertThat(told).containsExactly(new Pause(7_500_000, 14_000_000, Pause.Kind.STOPPED));
    assertThat(asked[0]).isEqualTo(1);
  }

  @Test
  void withoutRunQueueDelayNothingCanBeSaid() {
    assertThat(stop(ThreadReading.ofWall(0), ThreadReading.ofWall(1_000 * MILLI))).isNull();
  }

  @Test
  void withoutCpuTimeAStopIsStillOne() {
    var last = new ThreadReading(0, -1, 0, -1, -1, -1, -1);
    var now = new ThreadReading(50 * MILLI, -1, MILLI, -1, -1, -1, -1);
    assertThat(stop(last, now)).isNotNull();
  }
}
