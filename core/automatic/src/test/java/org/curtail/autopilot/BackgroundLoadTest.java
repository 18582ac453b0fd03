package org.curtail.autopilot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class BackgroundLoadTest {
  private static final long SECOND = 1_000_000_000L;
  private static final long STEP = SECOND / 20;

  private long now = 5;
  private double cpuNanos = 3;

  /** CPU time of unfinished requests. */
  private double owedNanos;

  private BackgroundLoad of(int cores, int coresOfMachine) {
    return new BackgroundLoad(cores, coresOfMachine, () -> Math.round(cpuNanos));
  }

  /**
   * Advances the time.
   *
   * @param serving mean number of cores of requests, in requests of 10 ms
   * @param others number of cores of all others
   */
  private void pass(BackgroundLoad load, double seconds, double serving, double others) {
    pass(load, seconds, serving, others, SECOND / 100);
  }

  private void pass(
      BackgroundLoad load, double seconds, double serving, double others, long requestNanos) {
    for (long until = now + Math.round(seconds * SECOND); now < until; now += STEP) {
      load.observe(now);
      cpuNanos += (serving + others) * STEP;
      owedNanos += serving * STEP;
      while (owedNanos >= requestNanos) {
        load.arrived();
        load.ended(requestNanos, requestNanos);
        owedNanos -= requestNanos;
      }
    }
  }

  @Test
  void equalsTheCpuTimeOfTheProcessWithoutServingThreads() {
    for (double serving : new double[] {0.1, 0.6, 1.5}) {
      for (double others : new double[] {0, 0.5, 1.2}) {
        BackgroundLoad load = of(4, 4);
        double sum = 0;
        for (int i = 0; i < 100; i++) {
          pass(load, 5, serving, others);
          sum += load.cores();
        }
        assertThat(sum / 100)
            .as("serving %s, others %s", serving, others)
            .isCloseTo(others, within(0.02));
      }
    }
  }

  /** Each request is reported at its end, with its whole CPU time. */
  @Test
  void requestsOfSecondsAreNoBackground() {
    BackgroundLoad load = of(2, 2);
    pass(load, 300, 1, 0.2, 4 * SECOND);
    for (int i = 0; i < 20; i++) {
      pass(load, 1, 1, 0.2, 4 * SECOND);
      assertThat(load.cores()).isCloseTo(0.2, within(0.2));
    }
  }

  @Test
  void followsAChangeWithinSeconds() {
    BackgroundLoad load = of(2, 2);
    pass(load, 20, 0.5, 0);
    assertThat(load.cores()).isLessThan(0.2);
    pass(load, 10, 0.5, 1);
    assertThat(load.cores()).isBetween(0.8, 1.2);
  }

  @Test
  void otherWorkMayUseCoresBeyondTheEngines() {
    BackgroundLoad load = of(4, 16);
    pass(load, 20, 1, 12);
    assertThat(load.cores()).isLessThan(0.3);
    pass(load, 20, 1, 14);
    assertThat(load.cores()).isCloseTo(2, within(0.3));
    pass(load, 60, 1, 100);
    assertThat(load.cores()).isEqualTo(4);
  }

  /** Without CPU times, threads that wait for a core count, and may exceed the cores. */
  @Test
  void isZeroIfThreadsUsedMoreThanTheProcess() {
    BackgroundLoad load = of(2, 2);
    for (int step = 0; step < 400; step++, now += STEP) {
      load.observe(now);
      load.ended(4 * STEP, STEP);
      cpuNanos += 2 * STEP;
    }
    assertThat(load.cores()).isZero();
  }

  @Test
  void isNotKnownAtFirst() {
    BackgroundLoad load = of(2, 2);
    assertThat(load.cores()).isZero();
    pass(load, 0.4, 0.5, 1);
    assertThat(load.cores()).isZero();
    pass(load, 1, 0.5, 1);
    assertThat(load.cores()).isPositive();
  }

  @Test
  void whatWasBeforeARestCountsNoMore() {
    BackgroundLoad load = of(2, 2);
    pass(load, 10, 0.5, 1);
    pass(load, 6, 0, 2);
    assertThat(load.cores()).isZero();
    pass(load, 5, 1, 0);
    assertThat(load.cores()).isLessThan(0.1);
  }

  /** As short as requests may be. */
  @Test
  void aServiceOfFewRequestsDoesNotRest() {
    BackgroundLoad load = of(2, 2);
    for (int second = 0; second < 60; second += 4) {
      pass(load, 4, 0, 1);
      load.arrived();
      load.ended(1_000, 1_000);
    }
    assertThat(load.cores()).isCloseTo(1, within(0.01));
  }

  @Test
  void whatWasForgottenCountsNoMore() {
    BackgroundLoad load = of(2, 2);
    pass(load, 3, 0.1, 1.8);
    load.forget();
    assertThat(load.cores()).isZero();
    cpuNanos += 100 * SECOND;
    now += 50 * SECOND;
    pass(load, 2, 0.5, 0.4);
    assertThat(load.cores()).isCloseTo(0.4, within(0.05));
  }

  @Test
  void isZeroIfTheCpuTimeOfTheProcessIsUnknown() {
    var load = new BackgroundLoad(2, 2, () -> -1);
    pass(load, 10, 0.5, 1);
    assertThat(load.cores()).isZero();
  }

  @Test
  void momentsWithUnknownCpuTimeAreSkipped() {
    cpuNanos = 3600.0 * SECOND;
    var isKnown = new AtomicBoolean(true);
    var load = new BackgroundLoad(2, 2, () -> isKnown.get() ? Math.round(cpuNanos) : -1);
    pass(load, 10, 0.5, 0.6);
    isKnown.set(false);
    pass(load, 0.05, 0.5, 0.6);
    isKnown.set(true);
    pass(load, 1, 0.5, 0.6);
    assertThat(load.cores()).isCloseTo(0.6, within(0.05));
  }

  @Test
  void aClockWithoutProgressChangesNothing() {
    BackgroundLoad load = of(2, 2);
    pass(load, 10, 0.5, 1);
    double before = load.cores();
    load.observe(now - STEP);
    load.observe(now - 2 * STEP);
    assertThat(load.cores()).isEqualTo(before);
  }
}
