package org.curtail.automatic.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import org.curtail.automatic.guard.Slice.SliceOutcome;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class BaselineTimesTest {
  private static final long S = 1_000_000_000L;
  private static final int SEEDS = 400;

  private final BaselineTimes times = new BaselineTimes(30);

  private void served(int requests, double meanNanos) {
    times.served(new SliceOutcome(requests, meanNanos, meanNanos, false), S);
  }

  @Test
  void nothingIsKnownBeforeSomeSlices() {
    assertThat(times.meanNanos(100, false)).isNaN();
    for (int i = 0; i < 3; i++) {
      served(100, 10);
    }
    assertThat(times.isKnown()).isFalse();
    served(100, 10);
    assertThat(times.isKnown()).isTrue();
    assertThat(times.meanNanos(100, false)).isCloseTo(10, within(1e-9));
    assertThat(times.allNanos()).isCloseTo(4_000, within(1e-9));
    times.servedOtherwise(100, 10);
    assertThat(times.allNanos()).isCloseTo(5_000, within(1e-9));
  }

  @Test
  void shortSlicesArePutTogether() {
    for (int i = 0; i < 16; i++) {
      served(10, i % 2 == 0 ? 8 : 12);
    }
    // Five times three of ten: too few for another rate than 10 a second.
    assertThat(times.isKnown()).isTrue();
    // Their means alternate between 9.33 and 10.67; the last one is the former.
    double mean = (3 * 28 / 3.0 + 2 * 32 / 3.0) / 5;
    double error = 4 / 3.0 * Math.sqrt(0.6 * 0.4 / 4);
    assertThat(times.meanNanos(10, false)).isCloseTo(mean + error, within(1e-9));
  }

  @Test
  void eachLoadHasItsOwnTimesAndALongerLatestSliceCounts() {
    for (int i = 0; i < 10; i++) {
      served(100, 10);
      served(200, 30);
    }
    assertThat(times.meanNanos(100, false)).isCloseTo(10, within(1e-9));
    assertThat(times.meanNanos(200, false)).isCloseTo(30, within(1e-9));
    served(100, 5);
    assertThat(times.meanNanos(100, false)).isBetween(9.5, 10.1);
    served(100, 50);
    assertThat(times.meanNanos(100, false)).isCloseTo(50, within(1e-9));
  }

  @Test
  void anUnknownLoadHasTheLongestTimeAndAGreaterOneNone() {
    for (int i = 0; i < 10; i++) {
      served(100, 10);
      served(200, 30);
    }
    assertThat(times.meanNanos(140, false)).isCloseTo(30, within(1e-9));
    assertThat(times.meanNanos(1, false)).isCloseTo(30, within(1e-9));
    assertThat(times.meanNanos(400, false)).isNaN();
    assertThat(times.meanNanos(400, true)).isCloseTo(30, within(1e-9));
  }

  /**
   * The error rate of a budget depends on these times. With them instead of the true ones, a policy
   * equal to the baseline is stopped no more often than stated: at two alternating loads, with
   * noisy slices that are similar to their neighbours.
   */
  @Test
  @Tag("long")
  void theSamePolicyIsHeldBackNoMoreOftenThanStated() {
    for (double likeness : new double[] {0, 0.7}) {
      for (double noise : new double[] {0.2, 0.4, 0.8}) {
        int held = 0;
        for (int seed = 0; seed < SEEDS; seed++) {
          held += isEverHeld(new SplittableRandom(seed), noise, likeness) ? 1 : 0;
        }
        assertThat((double) held / SEEDS)
            .as("noise %s, likeness %s, seeds 0 to %d", noise, likeness, SEEDS - 1)
            .isLessThanOrEqualTo(0.05);
      }
    }
  }

  private static boolean isEverHeld(SplittableRandom random, double noise, double likeness) {
    var known = new BaselineTimes(30);
    var budget = new HarmBudget(0.05, 100);
    double state = normal(random);
    for (int slice = 0; slice < 600; slice++) {
      state = likeness * state + Math.sqrt(1 - likeness * likeness) * normal(random);
      boolean isBusy = slice / 12 % 2 == 1;
      double mean = (isBusy ? 20 : 10) * Math.exp(noise * state - noise * noise / 2);
      int requests = (isBusy ? 170 : 100) + random.nextInt(-10, 11);
      if (slice < 5 || random.nextBoolean()) {
        known.served(new SliceOutcome(requests, mean, mean, false), S);
      } else {
        double baseline = known.meanNanos(requests, false);
        HarmBudget.Cost cost = budget.begun();
        budget.ended(cost, requests, mean, baseline);
        budget.followed(cost, 0);
        known.servedOtherwise(requests, baseline > 0 ? baseline : 0);
        if (budget.allowance(known.allNanos()) == HarmBudget.Allowance.NONE) {
          return true;
        }
      }
    }
    return false;
  }

  private static double normal(SplittableRandom random) {
    double radius = Math.sqrt(-2 * Math.log(1 - random.nextDouble()));
    return radius * Math.cos(2 * Math.PI * random.nextDouble());
  }
}
