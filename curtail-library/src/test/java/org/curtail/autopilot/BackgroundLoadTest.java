package org.curtail.autopilot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class BackgroundLoadTest {
  private static final long SECOND = 1_000_000_000L;
  private static final long STEP = SECOND / 20;

  private final SplittableRandom random = new SplittableRandom(1);
  private long now = 5;
  private double cpuNanos = 3;

  private BackgroundLoad of(int cores, int coresOfMachine) {
    return new BackgroundLoad(cores, coresOfMachine, () -> Math.round(cpuNanos));
  }

  /**
   * Time passes.
   *
   * @param serving cores that requests use in the mean, each thread for a step
   * @param others cores that all others use
   */
  private void pass(BackgroundLoad load, double seconds, double serving, double others) {
    for (long until = now + Math.round(seconds * SECOND); now < until; now += STEP) {
      int threads = (int) serving + (random.nextDouble() < serving - (int) serving ? 1 : 0);
      load.saw(now, threads);
      cpuNanos += (serving + others) * STEP;
    }
  }

  @Test
  void isWhatTheProcessUsesBeyondTheThreadsThatServe() {
    for (double serving : new double[] {0.1, 0.6, 1.5}) {
      for (double others : new double[] {0, 0.5, 1.2}) {
        BackgroundLoad load = of(4, 4);
        double sum = 0;
        for (int i = 0; i < 100; i++) {
          pass(load, 5, serving, others);
          sum += load.cores();
        }
        // It is never negative, so where there is nothing the mean is a little more.
        assertThat(sum / 100)
            .as("serving %s, others %s", serving, others)
            .isCloseTo(others, within(0.05));
      }
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
  void othersMayUseTheCoresThatTheEngineDoesNot() {
    BackgroundLoad load = of(4, 16);
    pass(load, 20, 1, 12);
    assertThat(load.cores()).isLessThan(0.3);
    pass(load, 20, 1, 14);
    assertThat(load.cores()).isCloseTo(2, within(0.3));
    pass(load, 60, 1, 100);
    assertThat(load.cores()).isEqualTo(4);
  }

  /** Then there are other threads that wait for the cores. */
  @Test
  void threadsThatServeTakeNoMoreThanAllCores() {
    BackgroundLoad load = of(2, 2);
    pass(load, 20, 2, 0);
    for (int step = 0; step < 400; step++, now += STEP) {
      load.saw(now, 8);
      cpuNanos += 2 * STEP;
    }
    assertThat(load.cores()).isLessThan(0.01);
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

  @Test
  void isNothingWhereTheCpuTimeOfTheProcessIsNotKnown() {
    var load = new BackgroundLoad(2, 2, () -> -1);
    pass(load, 10, 0.5, 1);
    assertThat(load.cores()).isZero();
  }

  @Test
  void aClockThatStandsStillOrGoesBackChangesNothing() {
    BackgroundLoad load = of(2, 2);
    pass(load, 10, 0.5, 1);
    double before = load.cores();
    load.saw(now - 2 * STEP, 2);
    assertThat(load.cores()).isEqualTo(before);
  }
}
