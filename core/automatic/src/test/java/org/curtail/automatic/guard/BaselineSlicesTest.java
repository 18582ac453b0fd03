package org.curtail.automatic.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.stream.IntStream;
import org.curtail.automatic.guard.BaselineSlices.Known;
import org.curtail.automatic.guard.LoadVerdict.Verdict;
import org.junit.jupiter.api.Test;

class BaselineSlicesTest {
  private final BaselineSlices schedule = new BaselineSlices(GuardSetting.DEFAULT, 1);

  private static Known known(int pairs, Verdict verdict, double evidence) {
    return new Known(pairs, verdict, evidence, 1, false);
  }

  private double share(int pairs, Verdict verdict, double evidence) {
    return schedule.share(known(pairs, verdict, evidence));
  }

  @Test
  void atFirstEverySecondSliceIsSafeAndAtLastTheStatedShare() {
    for (Verdict verdict : new Verdict[] {Verdict.NOT_KNOWN, Verdict.NO_HARM}) {
      assertThat(share(0, verdict, 1)).isEqualTo(0.5);
      assertThat(share(8, verdict, 30)).isEqualTo(0.5);
    }
    assertThat(share(9, Verdict.NO_HARM, 1)).isEqualTo(0.005);
  }

  @Test
  void withoutEvidenceTheShareFallsWithTheNumberOfPairs() {
    for (double evidence : new double[] {0.01, 1, 2}) {
      assertThat(share(16, Verdict.NOT_KNOWN, evidence)).isEqualTo(0.25);
      assertThat(share(1_000_000, Verdict.NOT_KNOWN, evidence)).isEqualTo(0.02);
    }
  }

  @Test
  void theShareFallsWithTheSquareOfTheEvidence() {
    assertThat(share(9, Verdict.NOT_KNOWN, 4)).isCloseTo(0.125, within(1e-12));
    assertThat(share(9, Verdict.NOT_KNOWN, 8)).isCloseTo(0.5 / 16, within(1e-12));
    assertThat(share(9, Verdict.NOT_KNOWN, 30)).isEqualTo(0.02);
  }

  /** A little evidence leaves a quarter of the first share. */
  @Test
  void evidenceAtOtherLoadsMakesTheShareFallSooner() {
    assertThat(schedule.share(elsewhere(2, 1, 4))).isEqualTo(0.5);
    assertThat(schedule.share(elsewhere(3, 1, 4))).isCloseTo(0.125, within(1e-12));
    assertThat(schedule.share(elsewhere(3, 0.5, 4))).isEqualTo(0.5);
    assertThat(schedule.round(1, new Known(3, Verdict.NOT_KNOWN, 9, 4, true)).slices())
        .isEqualTo(2);
  }

  /** As rarely as before any verdict, from the first slice on, and not at once. */
  @Test
  void whereMuchSpeaksForItElsewhereItBeginsWithFewPairs() {
    assertThat(schedule.share(elsewhere(0, 1, 10))).isCloseTo(0.5 / 25, within(1e-12));
    assertThat(schedule.share(elsewhere(0, 1, 100))).isEqualTo(0.02);
    assertThat(schedule.share(elsewhere(4, 1e-3, 10))).isEqualTo(0.5);
    long later =
        IntStream.range(0, 1_000)
            .filter(number -> schedule.round(number, elsewhere(0, 1, 100)).before() > 0)
            .count();
    assertThat(later).isGreaterThan(900);
  }

  private static Known elsewhere(int pairs, double evidence, double elsewhere) {
    return new Known(pairs, Verdict.NOT_KNOWN, evidence, elsewhere, false);
  }

  @Test
  void aRoundHasTheShareOfItsPairs() {
    for (int pairs : new int[] {0, 8, 12, 16, 40, 80, 1_000}) {
      BaselineSlices.Round round = schedule.round(7, known(pairs, Verdict.NO_HARM, 50));
      assertThat(1.0 / round.slices()).isCloseTo(share(pairs, Verdict.NO_HARM, 50), within(0.06));
      int baseline = 0;
      int compared = 0;
      for (int slice = 0; slice < round.slices(); slice++) {
        baseline += round.isBaseline(slice) ? 1 : 0;
        compared += round.isCompared(slice) ? 1 : 0;
        assertThat(round.isBaseline(slice) && !round.isCompared(slice)).isFalse();
      }
      assertThat(baseline).isEqualTo(1);
      assertThat(compared).isEqualTo(2);
    }
  }

  @Test
  void asLongAsThePlanIsSuspectEverySecondSliceIsSafe() {
    assertThat(schedule.round(3, new Known(1_000, Verdict.NOT_KNOWN, 1, 1, true)).slices())
        .isEqualTo(2);
  }

  @Test
  void thePairComesFirstWithoutAVerdict() {
    for (int number = 0; number < 100; number++) {
      assertThat(schedule.round(number, known(50, Verdict.NOT_KNOWN, 1)).before()).isZero();
    }
  }

  /** Five standard deviations of this many fair coins. */
  @Test
  void aFairCoinOrdersEachPair() {
    int rounds = 10_000;
    int baselineFirst = 0;
    int alike = 0;
    for (int number = 0; number < rounds; number++) {
      boolean isBaselineFirst =
          schedule.round(number, known(0, Verdict.NOT_KNOWN, 1)).isBaselineFirst();
      boolean isNext = schedule.round(number + 1, known(0, Verdict.NOT_KNOWN, 1)).isBaselineFirst();
      baselineFirst += isBaselineFirst ? 1 : 0;
      alike += isBaselineFirst == isNext ? 1 : 0;
    }
    assertThat(baselineFirst).isBetween(4_750, 5_250);
    assertThat(alike).isBetween(4_750, 5_250);
  }

  @Test
  void theSameSeedGivesTheSameOrderAndAnotherAnother() {
    var same = new BaselineSlices(GuardSetting.DEFAULT, 1);
    var other = new BaselineSlices(GuardSetting.DEFAULT, 2);
    int different = 0;
    for (int number = 0; number < 100; number++) {
      BaselineSlices.Round round = schedule.round(number, known(100, Verdict.NO_HARM, 50));
      assertThat(same.round(number, known(100, Verdict.NO_HARM, 50))).isEqualTo(round);
      different += other.round(number, known(100, Verdict.NO_HARM, 50)).equals(round) ? 0 : 1;
    }
    assertThat(different).isGreaterThan(50);
  }
}
