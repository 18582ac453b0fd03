package org.curtail.signals;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** What a heartbeat makes of two readings with a sleep in between. */
class HeartbeatTest {
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

  @Test
  void aLongSleepThatNothingExplainsIsAStop() {
    // The process stood still for 100 ms, beginning somewhere within the sleep of 5 ms.
    assertThat(Heartbeat.stop(reading(0, 0, 0), reading(102.5, 0, 0)))
        .isEqualTo(new Pause(2_500_000, 102_500_000, Pause.Kind.STOPPED));
  }

  @Test
  void waitingForACoreIsNoStop() {
    assertThat(Heartbeat.stop(reading(0, 0, 0), reading(105, 0, 99))).isNull();
    assertThat(Heartbeat.stop(reading(0, 0, 0), reading(105, 50, 49))).isNull();
  }

  @Test
  void aThreadMayHaveToWaitForACoreAfterAStop() {
    assertThat(Heartbeat.stop(reading(0, 0, 0), reading(122.5, 0, 20)))
        .isEqualTo(new Pause(2_500_000, 102_500_000, Pause.Kind.STOPPED));
  }

  @Test
  void aTimerThatIsLateIsNoStop() {
    assertThat(Heartbeat.stop(reading(0, 0, 0), reading(14.9, 0, 0))).isNull();
    assertThat(Heartbeat.stop(reading(0, 0, 0), reading(15.1, 0, 0))).isNotNull();
  }

  @Test
  void withoutRunQueueDelayNothingCanBeSaid() {
    assertThat(Heartbeat.stop(ThreadReading.ofWall(0), ThreadReading.ofWall(1_000 * MILLI)))
        .isNull();
  }

  @Test
  void withoutCpuTimeAStopIsStillOne() {
    var last = new ThreadReading(0, -1, 0, -1, -1, -1, -1);
    var now = new ThreadReading(50 * MILLI, -1, MILLI, -1, -1, -1, -1);
    assertThat(Heartbeat.stop(last, now)).isNotNull();
  }
}
