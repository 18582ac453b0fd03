package org.curtail.automatic.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.curtail.automatic.guard.LoadVerdict.Verdict;
import org.curtail.automatic.guard.Slice.SliceOutcome;
import org.junit.jupiter.api.Test;

class GuardTest {
  private final Guard guard = new Guard("fixed-2", 0.4, GuardSetting.DEFAULT);

  @Test
  void restsAfterHarmForSixtyFourSlicesAndThenTwiceAsLong() {
    for (int expected : new int[] {64, 128, 256}) {
      harm();
      assertThat(guard.verdict()).isEqualTo(Verdict.HARM);
      assertThat(guard.restSlices()).isEqualTo(expected);
      for (int slice = 0; slice < expected; slice++) {
        assertThat(guard.isResting()).isTrue();
        guard.restedOneSlice();
      }
      assertThat(guard.isResting()).isFalse();
      assertThat(guard.verdict()).isEqualTo(Verdict.NOT_KNOWN);
      assertThat(guard.pairs()).isZero();
    }
  }

  /** Each try has half of the error rate of the one before, so that all have at most the whole. */
  @Test
  void eachTryTakesMoreEvidence() {
    int before = 0;
    for (int attempt = 1; attempt <= 5; attempt++) {
      int pairs = harm();
      assertThat(pairs)
          .isEqualTo(pairsOfOnePlus(GuardSetting.DEFAULT.errorRate() / Math.pow(2, attempt)));
      assertThat(pairs).isGreaterThanOrEqualTo(before);
      before = pairs;
      while (guard.isResting()) {
        guard.restedOneSlice();
      }
    }
  }

  private static int pairsOfOnePlus(double errorRate) {
    var test = new HarmDetector(GuardSetting.DEFAULT.harm(), errorRate);
    while (test.verdict() != Verdict.HARM) {
      test.add(pair(2, 1));
    }
    return test.pairs();
  }

  @Test
  void tellsEachVerdictOnce() {
    int told = 0;
    for (int i = 0; i < 100; i++) {
      told += guard.compared(pair(0.5, 1)) == Verdict.NO_HARM ? 1 : 0;
    }
    assertThat(told).isEqualTo(1);
    assertThat(guard.verdict()).isEqualTo(Verdict.NO_HARM);
  }

  @Test
  void regretComparesEachSliceWithTheOtherPolicy() {
    // The plan takes half of the time: 100 requests of the baseline took 1 ms too long each.
    for (int i = 0; i < 4; i++) {
      guard.compared(pair(1, 2));
      guard.served(false, outcome(1));
      guard.served(true, outcome(2));
    }
    Regret regret = guard.regret();
    assertThat(regret.requests()).isEqualTo(800);
    assertThat(regret.baselineCostNanos()).isCloseTo(400 * 1e6, within(1.0));
    assertThat(regret.gainNanos()).isCloseTo(400 * 1e6, within(1.0));
    assertThat(regret.harmNanos()).isZero();
    assertThat(regret.share()).isCloseTo(400 / 1200.0, within(1e-9));
  }

  @Test
  void harmIsRegretToo() {
    guard.compared(pair(3, 2));
    guard.served(false, outcome(3));
    guard.served(true, outcome(2));
    assertThat(guard.regret().harmNanos()).isCloseTo(100 * 1e6, within(1.0));
    assertThat(guard.regret().baselineCostNanos()).isZero();
    assertThat(guard.regret().gainNanos()).isZero();
  }

  @Test
  void continuesFromVerdictsBeforeARestart() {
    var guards = new Guards(GuardSetting.DEFAULT);
    guards.restore(
        List.of(
            new LoadVerdict(0.2, "a", Verdict.NO_HARM, 50, 0.7, 0.6),
            new LoadVerdict(0.4, "b", Verdict.HARM, 12, 1.7, 1.6)));
    assertThat(guards.of("a", 1).verdict()).isEqualTo(Verdict.NO_HARM);
    assertThat(guards.of("a", 1).pairs()).isEqualTo(50);
    assertThat(guards.of("b", 2).isResting()).isTrue();
    assertThat(guards.of("a", 2).verdict()).isEqualTo(Verdict.NOT_KNOWN);
    assertThat(guards.verdicts()).hasSize(3);
  }

  @Test
  void forgettingKeepsWhatItCost() {
    var guards = new Guards(GuardSetting.DEFAULT);
    Guard one = guards.of("a", 0);
    one.compared(pair(1, 2));
    one.served(true, outcome(2));
    Regret before = guards.regret();
    assertThat(before.baselineCostNanos()).isPositive();
    guards.forget(false);
    assertThat(guards.regret()).isEqualTo(before);
    assertThat(guards.verdicts()).isEmpty();
  }

  @Test
  void loadsAreToldApartByFifths() {
    assertThat(Guards.band(0)).isZero();
    assertThat(Guards.band(0.1999)).isZero();
    assertThat(Guards.band(0.2)).isEqualTo(1);
    assertThat(Guards.band(0.6)).isEqualTo(3);
    assertThat(Guards.band(1)).isEqualTo(5);
    assertThat(Guards.band(100)).isEqualTo(5);
  }

  /** Tolerance of the measurement, not of the load. */
  @Test
  void aLoadThatWaversAtABorderStaysInItsBand() {
    assertThat(Guards.band(0.45, 2, 0.03)).isEqualTo(2);
    assertThat(Guards.band(0.625, 2, 0.03)).isEqualTo(2);
    assertThat(Guards.band(0.375, 2, 0.03)).isEqualTo(2);
    assertThat(Guards.band(0.635, 2, 0.03)).isEqualTo(3);
    assertThat(Guards.band(0.365, 2, 0.03)).isEqualTo(1);
    assertThat(Guards.band(0.98, 5, 0.03)).isEqualTo(5);
    assertThat(Guards.band(7, 5, 0.03)).isEqualTo(5);
    assertThat(Guards.band(0, 0, 0.03)).isZero();
  }

  @Test
  void noHarmAtAHigherLoadSpeaksForLowerOnesAndALittleForOthers() {
    var guards = new Guards(GuardSetting.DEFAULT);
    assertThat(guards.evidenceElsewhere(guards.of("a", 1))).isEqualTo(1);
    Guard cleared = guards.of("a", 2);
    for (int i = 0; i < 20; i++) {
      cleared.compared(pair(0.5, 1));
    }
    assertThat(cleared.test().presentEvidenceOfNoHarm()).isGreaterThan(1000);
    assertThat(guards.evidenceElsewhere(guards.of("a", 1))).isEqualTo(100);
    assertThat(guards.evidenceElsewhere(guards.of("a", 0))).isEqualTo(100);
    assertThat(guards.evidenceElsewhere(guards.of("a", 3))).isEqualTo(4);
    assertThat(guards.evidenceElsewhere(guards.of("a", 5))).isEqualTo(4);
    assertThat(guards.evidenceElsewhere(guards.of("b", 1))).isEqualTo(4);
    assertThat(guards.evidenceElsewhere(cleared)).isEqualTo(1);
    for (int i = 0; i < 3; i++) {
      cleared.compared(pair(2, 1));
    }
    assertThat(guards.evidenceElsewhere(guards.of("a", 1))).isEqualTo(1);
  }

  @Test
  void whereThePlanLeansToHarmNothingSpeaksForItAtHigherLoads() {
    var guards = new Guards(GuardSetting.DEFAULT);
    for (int i = 0; i < 20; i++) {
      guards.of("a", 4).compared(pair(0.5, 1));
      guards.of("b", 0).compared(pair(0.5, 1));
    }
    assertThat(guards.evidenceElsewhere(guards.of("a", 2))).isEqualTo(100);
    for (int i = 0; i < 3; i++) {
      guards.of("a", 1).compared(pair(2, 1));
    }
    assertThat(guards.evidenceElsewhere(guards.of("a", 2))).isEqualTo(1);
    assertThat(guards.evidenceElsewhere(guards.of("a", 0))).isEqualTo(100);
  }

  @Test
  void whatThePlanHasShownStillCountsALittleIfTheServiceIsAlike() {
    var guards = new Guards(GuardSetting.DEFAULT);
    for (int i = 0; i < 20; i++) {
      guards.of("a", 1).compared(pair(0.5, 1));
    }
    guards.forget(true);
    assertThat(guards.verdicts()).isEmpty();
    assertThat(guards.evidenceElsewhere(guards.of("a", 3))).isEqualTo(4);
    guards.forget(false);
    assertThat(guards.evidenceElsewhere(guards.of("a", 3))).isEqualTo(1);
  }

  private int harm() {
    int pairs = 0;
    while (!guard.isResting()) {
      guard.compared(pair(2, 1));
      pairs++;
    }
    return pairs;
  }

  private static SliceOutcome outcome(double ms) {
    return new SliceOutcome(100, ms * 1e6, 3 * ms * 1e6, false);
  }

  private static SlicePair pair(double planMs, double baselineMs) {
    return new SlicePair(outcome(planMs), outcome(baselineMs));
  }
}
