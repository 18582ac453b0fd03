package org.curtail.automatic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class HarmBudgetTest {
  private static final int SLICE = 100;
  private final HarmBudget budget = new HarmBudget(SLICE);

  private void safe(int requests) {
    for (int i = 0; i < requests; i++) {
      budget.servedSafe(10);
    }
  }

  private void plan(int requests, long nanos) {
    for (int i = 0; i < requests; i++) {
      budget.servedByPlan(nanos);
    }
  }

  @Test
  void nothingIsAllowedBeforeItIsKnownHowLongRequestsTake() {
    safe(99);
    assertThat(budget.allows()).isFalse();
    safe(1);
    assertThat(budget.allows()).isTrue();
  }

  @Test
  void whatAPlanCostsIsAShareOfAllResponseTimeThatTheSafePolicyWouldTake() {
    safe(900);
    plan(100, 20);
    assertThat(budget.share()).isCloseTo(0.1, within(1e-12));
    plan(100, 5);
    assertThat(budget.share()).isCloseTo(50 / 1100.0, within(1e-3));
  }

  @Test
  void whatAPlanHasWonIsNotSavedUp() {
    safe(1_000);
    plan(100_000, 1);
    assertThat(budget.share()).isZero();
    plan(100, 100 * 10);
    assertThat(budget.share()).isPositive();
  }

  @Test
  void aPlanForWhichSomethingSpeaksCostsNothingAndAChangeEndsAll() {
    safe(1_000);
    budget.charge(false);
    plan(10_000, 100);
    assertThat(budget.share()).isZero();
    budget.charge(true);
    plan(1_000, 100);
    assertThat(budget.allows()).isFalse();
    budget.forget();
    assertThat(budget.allows()).isTrue();
  }

  /** One slice of it costs so much that the next has to wait until it is a small share. */
  @Test
  void aPlanThatIsManyTimesSlowerIsNotComparedForLong() {
    safe(500);
    plan(SLICE, 22 * 10);
    assertThat(budget.allows()).isFalse();
    int untilNext = 0;
    while (!budget.allows()) {
      safe(SLICE);
      untilNext += SLICE;
    }
    // Twice its cost, without the slices that are free, is to be a twentieth of all.
    double due = (2 * 21 * SLICE - 5 * SLICE) / HarmBudget.MOST_SHARE;
    assertThat((double) untilNext).isCloseTo(due - 500 - SLICE, within((double) SLICE));
    plan(SLICE, 22 * 10);
    assertThat(budget.share()).isLessThan(0.07);
  }

  @Test
  void aPlanThatIsNoWorseIsHardlyEverHeldBack() {
    int held = 0;
    for (int seed = 0; seed < 200; seed++) {
      var random = new SplittableRandom(seed);
      var own = new HarmBudget(SLICE);
      for (int slice = 0; slice < 100; slice++) {
        for (int i = 0; i < SLICE; i++) {
          long nanos = Math.round(-1e6 * Math.log(1 - random.nextDouble()));
          if (slice < 5 || slice % 2 == 0) {
            own.servedSafe(nanos);
          } else {
            own.servedByPlan(nanos);
          }
        }
        held += slice >= 5 && !own.allows() ? 1 : 0;
      }
    }
    assertThat(held).isLessThan(20);
  }
}
