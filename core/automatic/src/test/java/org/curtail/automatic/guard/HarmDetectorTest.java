package org.curtail.automatic.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.curtail.automatic.guard.LoadVerdict.Verdict;
import org.curtail.automatic.guard.Slice.SliceOutcome;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class HarmDetectorTest {
  private static final double HARM = 0.03;
  private static final double ERROR_RATE = 0.05;

  @Test
  void harmIsFalselyFoundNoMoreOftenThanStatedWhereThereIsNone() {
    assertThat(shareOfRuns(Verdict.HARM, 1, 1_000, 100, 11)).isLessThanOrEqualTo(ERROR_RATE);
  }

  @Test
  void harmIsFalselyFoundNoMoreOftenThanStatedAtTheVeryLimit() {
    assertThat(shareOfRuns(Verdict.HARM, 1 + HARM, 1_000, 100, 12)).isLessThanOrEqualTo(ERROR_RATE);
  }

  @Test
  void noHarmIsFalselyFoundNoMoreOftenThanStatedAtTheVeryLimit() {
    assertThat(shareOfRuns(Verdict.NO_HARM, 1 + HARM, 1_000, 100, 13))
        .isLessThanOrEqualTo(ERROR_RATE);
  }

  @Test
  @Tag("long")
  void bothAreFalselyFoundNoMoreOftenThanStatedInManyLongRuns() {
    assertThat(shareOfRuns(Verdict.HARM, 1, 5_000, 400, 14)).isLessThanOrEqualTo(ERROR_RATE);
    assertThat(shareOfRuns(Verdict.HARM, 1 + HARM, 5_000, 400, 15)).isLessThanOrEqualTo(ERROR_RATE);
    assertThat(shareOfRuns(Verdict.NO_HARM, 1 + HARM, 5_000, 400, 16))
        .isLessThanOrEqualTo(ERROR_RATE);
  }

  /** A test that treats requests, not slices, as independent. It must fail here. */
  @Test
  void theSameRunsMisleadATestOfIndependentRequests() {
    int misled = 0;
    for (int run = 0; run < 200; run++) {
      var service = new QueueingService(11_000 + run);
      double[] planMs = new double[100 * 32];
      double[] baselineMs = new double[100 * 32];
      for (int pair = 0; pair < 100; pair++) {
        service.pair(1, planMs, baselineMs, pair * 32);
      }
      misled += Math.abs(welch(planMs, baselineMs)) > 1.96 ? 1 : 0;
    }
    assertThat(misled / 200.0).isGreaterThan(2 * ERROR_RATE);
  }

  @Test
  void aPolicyOfTwiceTheTimeIsHarmfulAfterSomeDozenPairs() {
    for (int run = 0; run < 20; run++) {
      assertThat(pairsUntil(Verdict.HARM, 2, 21_000 + run)).isBetween(1, 60);
    }
  }

  @Test
  void aPolicyOfHalfTheTimeIsHarmlessAfterSomeDozenPairs() {
    for (int run = 0; run < 20; run++) {
      assertThat(pairsUntil(Verdict.NO_HARM, 0.5, 22_000 + run)).isBetween(1, 60);
    }
  }

  @Test
  void oneThatIsWorseInEachPairIsFoundWithinTheStatedPairs() {
    var test = new HarmDetector(HARM, ERROR_RATE);
    int most = HarmDetector.pairsToShowHarm(ERROR_RATE);
    assertThat(most).isEqualTo(10);
    assertThat(test.verdict()).isEqualTo(Verdict.NOT_KNOWN);
    for (int pair = 0; pair < most; pair++) {
      test.add(pair(1.2 + 0.1 * (pair % 3), 1));
    }
    assertThat(test.verdict()).isEqualTo(Verdict.HARM);
  }

  @Test
  void harmInTheTailAloneIsFound() {
    var test = new HarmDetector(HARM, ERROR_RATE);
    for (int pair = 0; pair < 20; pair++) {
      test.add(new SlicePair(outcome(0.8e6, 9e6), outcome(1e6, 5e6)));
    }
    assertThat(test.verdict()).isEqualTo(Verdict.HARM);
    assertThat(test.meanRatio()).isCloseTo(0.8, within(1e-9));
    assertThat(test.p95Ratio()).isCloseTo(1.8, within(1e-9));
  }

  @Test
  void slicesThatAreAllEqualDoNoHarm() {
    var test = new HarmDetector(HARM, ERROR_RATE);
    for (int pair = 0; pair < 20; pair++) {
      test.add(pair(1, 1));
    }
    assertThat(test.verdict()).isEqualTo(Verdict.NO_HARM);
  }

  @Test
  void withoutPairsNothingIsKnown() {
    var test = new HarmDetector(HARM, ERROR_RATE);
    assertThat(test.verdict()).isEqualTo(Verdict.NOT_KNOWN);
    assertThat(test.meanRatio()).isNaN();
    assertThat(test.leansToHarm()).isFalse();
  }

  @Test
  void slicesThatHadToBeBrokenOffShowHarm() {
    var test = new HarmDetector(HARM, ERROR_RATE);
    var overrun = new SliceOutcome(3, 1e6, 1e6, true);
    for (int pair = 0; pair < 10; pair++) {
      test.add(new SlicePair(overrun, outcome(1e6, 2e6)));
    }
    assertThat(test.verdict()).isEqualTo(Verdict.HARM);
    assertThat(test.meanRatio()).isNaN();
  }

  @Test
  void whatDidNoHarmForLongIsLeftWhenItBegins() {
    var test = new HarmDetector(HARM, ERROR_RATE);
    for (int pair = 0; pair < 1_000; pair++) {
      test.add(pair(0.7 + 0.1 * (pair % 3), 1));
    }
    assertThat(test.verdict()).isEqualTo(Verdict.NO_HARM);
    int more = 0;
    while (test.verdict() != Verdict.HARM) {
      test.add(pair(1.4 + 0.1 * (more % 3), 1));
      more++;
    }
    assertThat(more).isLessThan(40);
  }

  @Test
  void threeWorsePairsInARowAreSuspectWhateverWasBefore() {
    var test = new HarmDetector(HARM, ERROR_RATE);
    for (int pair = 0; pair < 200; pair++) {
      test.add(pair(0.7, 1));
    }
    test.add(pair(1.5, 1));
    test.add(pair(1.5, 1));
    assertThat(test.leansToHarm()).isFalse();
    test.add(pair(1.5, 1));
    assertThat(test.leansToHarm()).isTrue();
    assertThat(test.verdict()).isEqualTo(Verdict.NO_HARM);
    test.add(pair(0.7, 1));
    assertThat(test.leansToHarm()).isFalse();
  }

  @Test
  void countsThePairsSinceOneFigureWasWorse() {
    var test = new HarmDetector(HARM, ERROR_RATE);
    assertThat(test.notWorseInARow()).isZero();
    test.add(pair(0.7, 1));
    test.add(pair(1, 1));
    assertThat(test.notWorseInARow()).isEqualTo(2);
    test.add(new SlicePair(outcome(0.8e6, 9e6), outcome(1e6, 5e6)));
    assertThat(test.notWorseInARow()).isZero();
    test.add(pair(0.7, 1));
    assertThat(test.notWorseInARow()).isEqualTo(1);
  }

  @Test
  void rejectsWhatIsNoRate() {
    assertThatThrownBy(() -> new HarmDetector(HARM, 0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("errorRate=0.0");
    assertThatThrownBy(() -> new HarmDetector(-0.1, 0.05))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("harm=-0.1");
  }

  private static SliceOutcome outcome(double meanNanos, double p95Nanos) {
    return new SliceOutcome(100, meanNanos, p95Nanos, false);
  }

  private static SlicePair pair(double planMs, double baselineMs) {
    return new SlicePair(
        outcome(planMs * 1e6, 3 * planMs * 1e6), outcome(baselineMs * 1e6, 3 * baselineMs * 1e6));
  }

  private static double shareOfRuns(Verdict verdict, double ratio, int runs, int pairs, long seed) {
    int found = 0;
    for (int run = 0; run < runs; run++) {
      var service = new QueueingService(seed * 1_000_000 + run);
      var test = new HarmDetector(HARM, ERROR_RATE);
      boolean isFound = false;
      for (int pair = 0; pair < pairs && !isFound; pair++) {
        test.add(service.pair(ratio));
        isFound = test.verdict() == verdict;
      }
      found += isFound ? 1 : 0;
    }
    return (double) found / runs;
  }

  private static int pairsUntil(Verdict verdict, double ratio, long seed) {
    var service = new QueueingService(seed);
    var test = new HarmDetector(HARM, ERROR_RATE);
    while (test.verdict() != verdict && test.pairs() < 1_000) {
      test.add(service.pair(ratio));
    }
    return test.pairs();
  }

  private static double welch(double[] a, double[] b) {
    return (mean(a) - mean(b)) / Math.sqrt(variance(a) / a.length + variance(b) / b.length);
  }

  private static double mean(double[] values) {
    double sum = 0;
    for (double value : values) {
      sum += value;
    }
    return sum / values.length;
  }

  private static double variance(double[] values) {
    double mean = mean(values);
    double sum = 0;
    for (double value : values) {
      sum += (value - mean) * (value - mean);
    }
    return sum / (values.length - 1);
  }
}
