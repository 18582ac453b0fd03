package org.curtail.workflow.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import org.curtail.reissue.Reissue;
import org.curtail.reissue.ReissuePolicy;
import org.curtail.testkit.Cases;
import org.curtail.workflow.CurvePoint;
import org.curtail.workflow.RandomStages;
import org.curtail.workflow.Responders;
import org.curtail.workflow.Stage;
import org.curtail.workflow.StageTimes;
import org.curtail.workflow.estimate.CurveHull.HullSegment;
import org.junit.jupiter.api.Test;

class StageCurveTest {
  private static Stage stage(StageTimes times, Responders responders) {
    return Stage.of("s", List.of(), 1, times).asking(responders);
  }

  /** Returns 1 ms for 90 % of calls, otherwise 20 ms. */
  private static StageTimes twoModes() {
    double[] times = new double[1_000];
    Arrays.setAll(times, i -> i % 10 == 0 ? 20 : 1);
    return StageTimes.independent(times);
  }

  @Test
  void aCoinForLateCallsSpendsABudgetForWhichATimeOutComesTooLate() {
    StageCurve curve = StageCurve.of(stage(twoModes(), Responders.ONE));
    assertThat(curve.without().varianceMillisSquared()).isCloseTo(32.49, within(1e-9));
    CurvePoint timeOut = curve.timeOut(0.05);
    assertThat(timeOut.policy()).isEqualTo(ReissuePolicy.NONE);
    assertThat(timeOut.varianceMillisSquared()).isCloseTo(32.49, within(1e-9));
    CurvePoint coin = curve.leastVariance(0.05);
    assertThat(coin.policy()).isEqualTo(ReissuePolicy.singleR(1, 0.5));
    assertThat(coin.reissueFraction()).isCloseTo(0.05, within(1e-12));
    // Half of the late calls last for min(20, 1 + Y): 2 with probability 0.9, 20 with 0.1.
    double mean = 0.9 + 0.045 * 2 + 0.055 * 20;
    double variance = 0.9 + 0.045 * 4 + 0.055 * 400 - mean * mean;
    assertThat(coin.varianceMillisSquared()).isCloseTo(variance, within(1e-9));
    assertThat(curve.hull().at(0.05)).isLessThan(variance);
  }

  @Test
  void ofSeveralRespondersNoTimeOutAndNoCoinLiesBelowTheHullByMoreThanTheGridMisses() {
    Cases.random(
        21_000,
        12,
        random -> {
          int count = random.nextInt(2, 200);
          int needed = random.nextBoolean() ? count : random.nextInt(1, count + 1);
          StageTimes times =
              random.nextBoolean()
                  ? RandomStages.logNormal(random, 400, 5, 1)
                  : RandomStages.bimodal(random, 400, 0.05, 15);
          StageCurve curve = StageCurve.of(stage(times, new Responders(count, needed)));
          double without = curve.without().varianceMillisSquared();
          for (double fraction : new double[] {0.001, 0.01, 0.05, 0.2, 0.6, 1}) {
            CurvePoint best = curve.leastVariance(fraction);
            CurvePoint timeOut = curve.timeOut(fraction);
            assertThat(best.reissueFraction()).isLessThanOrEqualTo(fraction * (1 + 1e-9));
            assertThat(timeOut.reissueFraction()).isLessThanOrEqualTo(fraction * (1 + 1e-9));
            assertThat(best.varianceMillisSquared()).isLessThanOrEqualTo(without);
            assertThat(best.varianceMillisSquared())
                .as(
                    "%s of %s at %s by %s, hull %s",
                    needed, count, fraction, best, curve.hull().segments())
                .isGreaterThan(curve.hull().at(fraction) - 0.05 * without);
          }
        });
  }

  @Test
  void cornersOfTheHullAreAchieved() {
    Cases.random(
        22_000,
        10,
        random -> {
          StageTimes times = RandomStages.logNormal(random, 300, 5, 1);
          StageCurve curve = StageCurve.of(stage(times, Responders.allOf(random.nextInt(1, 30))));
          for (HullSegment segment : curve.hull().segments()) {
            assertThat(curve.leastVariance(segment.toFraction()).varianceMillisSquared())
                .isLessThanOrEqualTo(segment.toValue() * (1 + 1e-9) + 1e-9);
          }
        });
  }

  @Test
  void theMaximumOfManyFallsByCopiesOfFewCalls() {
    // One of 100 servers is slow in most visits; copies of 1 % of calls compensate nearly all of
    // it.
    double[] times = new double[1_000];
    Arrays.setAll(times, i -> i % 100 == 0 ? 100 : 1);
    StageCurve curve = StageCurve.of(stage(StageTimes.independent(times), Responders.allOf(100)));
    double noneSlow = Math.pow(0.99, 100);
    assertThat(curve.without().meanMillis())
        .isCloseTo(noneSlow + (1 - noneSlow) * 100, within(1e-9));
    CurvePoint copied = curve.leastVariance(0.01);
    // A call is slow only if its copy is too.
    double stillNone = Math.pow(1 - 0.0001, 100);
    assertThat(copied.policy()).isEqualTo(ReissuePolicy.singleD(1));
    assertThat(copied.meanMillis())
        .isCloseTo(noneSlow + (stillNone - noneSlow) * 2 + (1 - stillNone) * 100, within(1e-9));
  }

  @Test
  void aShareOutsideZeroToOneIsRefused() {
    StageCurve curve = StageCurve.of(stage(twoModes(), Responders.ONE));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> curve.leastVariance(1.01))
        .withMessage("fraction must be from 0 to 1: 1.01");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> curve.timeOut(Double.NaN))
        .withMessage("fraction must be from 0 to 1: NaN");
    assertThatIllegalArgumentException()
        .isThrownBy(
            () -> curve.at(new ReissuePolicy(List.of(new Reissue(1, 1), new Reissue(2, 1)))))
        .withMessageStartingWith("a stage sends one copy at most");
  }
}
