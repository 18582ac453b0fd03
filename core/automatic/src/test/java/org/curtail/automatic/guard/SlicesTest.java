package org.curtail.automatic.guard;

import static org.assertj.core.api.Assertions.assertThat;

import org.curtail.automatic.guard.Slices.ServedBy;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SlicesTest {
  private static final long S = 1_000_000_000L;
  private static final int ALL = Integer.MAX_VALUE;

  private final Slices slices = new Slices(GuardSetting.DEFAULT, 4);

  @Test
  void whoTheSafePolicyHasGivenAThreadIsCountedUntilItEnds() {
    begin(true, 0);
    slices.arrived(S / 4, S / 4);
    slices.arrived(S / 2, S / 2);
    slices.arrived(S / 2, S / 2);
    assertThat(slices.leftByBaseline(ALL)).isZero();
    begin(false, S);
    assertThat(slices.leftByBaseline(ALL)).isEqualTo(3);
    slices.arrived(S + 1, S + 1);
    slices.ended(S / 2, S, true, S + 2);
    assertThat(slices.leftByBaseline(ALL)).isEqualTo(2);
    assertThat(slices.inSystem()).isEqualTo(3);
  }

  /** Until the first three have ended; then only the plan's threads remain. */
  @Test
  void requestsThatWaitedUnderTheBaselineAreNotCounted() {
    begin(true, 0);
    for (int i = 1; i <= 10; i++) {
      slices.arrived(i, i);
    }
    begin(false, S);
    for (int ended = 1; ended <= 10; ended++) {
      assertThat(slices.leftByBaseline(3)).isEqualTo(Math.max(4 - ended, 0));
      slices.ended(ended, S, true, S + ended);
    }
    assertThat(slices.leftByBaseline(ALL)).isZero();
  }

  @Test
  void whoWaitedInASliceOfThePlanIsNotCounted() {
    begin(false, 0);
    slices.arrived(S / 4, S / 4);
    begin(false, S);
    assertThat(slices.leftByBaseline(ALL)).isZero();
    begin(true, 2 * S);
    assertThat(slices.leftByBaseline(ALL)).isZero();
  }

  @Test
  void aRequestIsOfTheBaselineAloneIfNoOtherServedBeforeItsEnd() {
    begin(true, 0);
    begin(true, S);
    begin(false, 2 * S);
    begin(true, 4 * S);
    assertThat(slices.servedBy(S / 2, S * 3 / 2)).isEqualTo(ServedBy.BASELINE_ALONE);
    assertThat(slices.servedBy(S / 2, 2 * S)).isEqualTo(ServedBy.BASELINE_FIRST);
    assertThat(slices.servedBy(S / 2, 5 * S)).isEqualTo(ServedBy.BASELINE_FIRST);
    assertThat(slices.servedBy(3 * S, 3 * S)).isEqualTo(ServedBy.PLAN);
    assertThat(slices.servedBy(4 * S, 5 * S)).isEqualTo(ServedBy.LEFTOVERS);
    assertThat(slices.servedBy(5 * S, 6 * S)).isEqualTo(ServedBy.BASELINE_ALONE);
  }

  /** If both were overrun, neither is known to be worse. */
  @ParameterizedTest
  @CsvSource({"false, false, 0", "true, false, 1", "false, true, 1", "true, true, 0"})
  void aPairOfFewRequestsCountsIfOnlyOneSliceWasOverrun(
      boolean isPlanOverrun, boolean isBaselineOverrun, int pairs) {
    var guard = new Guard("fixed-2", 0, GuardSetting.DEFAULT);
    var part = new Slices.Part(guard, new Slices.Pair(guard), false);
    serve(true, 0, part, isBaselineOverrun);
    serve(false, 4 * S, part, isPlanOverrun);
    slices.conclude(8 * S);
    assertThat(guard.test().pairs()).isEqualTo(pairs);
  }

  private void serve(boolean isBaseline, long beginNanos, Slices.Part part, boolean isOverrun) {
    slices.begin(isBaseline, beginNanos, S, part, 2);
    int requests = isOverrun ? 3 : 2;
    for (int i = 0; i < requests; i++) {
      slices.arrived(beginNanos + S / 2, beginNanos + S / 2);
    }
    for (int i = 0; i < requests; i++) {
      slices.ended(beginNanos + S / 2, S / 4, true, beginNanos + S * 3 / 4);
    }
  }

  private void begin(boolean isBaseline, long nowNanos) {
    slices.begin(isBaseline, nowNanos, S, null, Integer.MAX_VALUE);
  }
}
