package org.curtail.automatic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class SafeSlicesTest {
  private final SafeSlices schedule = new SafeSlices(GuardSetting.DEFAULT, 1);

  @Test
  void atFirstEverySecondSliceIsSafeAndAtLastTheStatedShare() {
    for (Verdict verdict : new Verdict[] {Verdict.NOT_KNOWN, Verdict.NO_HARM}) {
      assertThat(schedule.share(0, verdict)).isEqualTo(0.5);
      assertThat(schedule.share(8, verdict)).isEqualTo(0.5);
    }
    assertThat(schedule.share(16, Verdict.NOT_KNOWN)).isEqualTo(0.25);
    assertThat(schedule.share(1_000_000, Verdict.NOT_KNOWN)).isEqualTo(0.05);
    assertThat(schedule.share(9, Verdict.NO_HARM)).isEqualTo(0.01);
  }

  @Test
  void aRoundHasTheShareOfItsPairs() {
    for (int pairs : new int[] {0, 8, 12, 16, 40, 80, 1_000}) {
      SafeSlices.Round round = schedule.round(7, pairs, Verdict.NO_HARM, false);
      assertThat(1.0 / round.slices())
          .isCloseTo(schedule.share(pairs, Verdict.NO_HARM), within(0.06));
      int safe = 0;
      int compared = 0;
      for (int slice = 0; slice < round.slices(); slice++) {
        safe += round.isSafe(slice) ? 1 : 0;
        compared += round.isCompared(slice) ? 1 : 0;
        assertThat(round.isSafe(slice) && !round.isCompared(slice)).isFalse();
      }
      assertThat(safe).isEqualTo(1);
      assertThat(compared).isEqualTo(2);
    }
  }

  @Test
  void asLongAsThePlanIsSuspectEverySecondSliceIsSafe() {
    assertThat(schedule.round(3, 1_000, Verdict.NOT_KNOWN, true).slices()).isEqualTo(2);
  }

  @Test
  void asLongAsNothingIsShownThePairComesFirst() {
    for (int number = 0; number < 100; number++) {
      assertThat(schedule.round(number, 50, Verdict.NOT_KNOWN, false).before()).isZero();
    }
  }

  /** Five standard deviations of so many fair coins. */
  @Test
  void aFairCoinOrdersEachPair() {
    int rounds = 10_000;
    int safeFirst = 0;
    int alike = 0;
    for (int number = 0; number < rounds; number++) {
      boolean isSafeFirst = schedule.round(number, 0, Verdict.NOT_KNOWN, false).isSafeFirst();
      boolean isNext = schedule.round(number + 1, 0, Verdict.NOT_KNOWN, false).isSafeFirst();
      safeFirst += isSafeFirst ? 1 : 0;
      alike += isSafeFirst == isNext ? 1 : 0;
    }
    assertThat(safeFirst).isBetween(4_750, 5_250);
    assertThat(alike).isBetween(4_750, 5_250);
  }

  @Test
  void theSameSeedGivesTheSameOrderAndAnotherAnother() {
    var same = new SafeSlices(GuardSetting.DEFAULT, 1);
    var other = new SafeSlices(GuardSetting.DEFAULT, 2);
    int different = 0;
    for (int number = 0; number < 100; number++) {
      SafeSlices.Round round = schedule.round(number, 100, Verdict.NO_HARM, false);
      assertThat(same.round(number, 100, Verdict.NO_HARM, false)).isEqualTo(round);
      different += other.round(number, 100, Verdict.NO_HARM, false).equals(round) ? 0 : 1;
    }
    assertThat(different).isGreaterThan(50);
  }
}
