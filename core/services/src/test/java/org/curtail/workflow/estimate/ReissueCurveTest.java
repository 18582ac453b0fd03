package org.curtail.workflow.estimate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.assertj.core.data.Percentage;
import org.curtail.reissue.AttemptTimes;
import org.curtail.reissue.ReissuePolicy;
import org.curtail.workflow.CurvePoint;
import org.junit.jupiter.api.Test;

class ReissueCurveTest {
  /** Returns the middles of equal shares of an exponential distribution with mean 1. */
  private static AttemptTimes exponential(int count) {
    double[] times = new double[count];
    Arrays.setAll(times, i -> -Math.log1p(-(i + 0.5) / count));
    return AttemptTimes.independent(times);
  }

  private static AttemptTimes bimodal() {
    double[] times = new double[100];
    Arrays.fill(times, 0, 90, 1);
    Arrays.fill(times, 90, 100, 20);
    return AttemptTimes.independent(times);
  }

  /**
   * After d, the remaining wait has the same distribution, so two attempts end in half the time:
   * E[L] = 1 - r/2 and E[L^2] = 2 - r (3/2 - ln r) with r = exp(-d).
   */
  @Test
  void exponentialTimesHaveTheirClosedForm() {
    ReissueCurve curve = ReissueCurve.of(exponential(20_000));
    assertThat(curve.singleD()).hasSizeGreaterThan(60);
    assertThat(curve.hullError()).isBetween(0.0, 0.01);
    for (CurvePoint point : curve.singleD()) {
      double r = point.reissueFraction();
      assertThat(point.meanMillis()).isCloseTo(1 - r / 2, within(0.001));
      double variance = r == 0 ? 1 : 1 - r * (0.5 - Math.log(r)) - r * r / 4;
      assertThat(point.varianceMillisSquared()).isCloseTo(variance, within(0.005));
    }
    // Each reissue saves half a millisecond, whenever it is sent: the hull is a line.
    assertThat(curve.meanHull().at(0.3)).isCloseTo(0.85, within(0.001));
  }

  /**
   * 90 % of the times are 1 ms, 10 % are 20 ms. A time-out gains nothing below 10 % of copies; a
   * coin gains almost half of that with half of the copies.
   */
  @Test
  void aCoinHelpsWhereATimeOutComesTooLateForAll() {
    ReissueCurve curve = ReissueCurve.of(bimodal());
    assertThat(curve.without().varianceMillisSquared()).isCloseTo(32.49, within(1e-9));
    assertThat(curve.singleD())
        .extracting(CurvePoint::reissueFraction)
        .usingComparatorForType((a, b) -> Math.abs(a - b) < 1e-12 ? 0 : 1, Double.class)
        .containsExactly(0.0, 0.1, 1.0);
    // 90 % end after 1 ms, 9 % after 1 + 1 ms, 1 % after 20 ms.
    assertThat(curve.singleD().get(1).varianceMillisSquared()).isCloseTo(3.6216, within(1e-9));

    CurvePoint coin = curve.leastVariance(0.05);
    assertThat(coin.policy()).isEqualTo(ReissuePolicy.singleR(1, 0.5));
    assertThat(coin.reissueFraction()).isCloseTo(0.05, within(1e-12));
    assertThat(coin.meanMillis()).isCloseTo(2.09, within(1e-9));
    assertThat(coin.varianceMillisSquared()).isCloseTo(18.7119, within(1e-9));
    assertThat(coin.deviationMillis()).isCloseTo(Math.sqrt(18.7119), within(1e-9));
    assertThat(curve.varianceHull().at(0.05)).isCloseTo((32.49 + 3.6216) / 2, within(1e-9));
    assertThat(curve.leastVariance(0.1).varianceMillisSquared()).isCloseTo(3.6216, within(1e-9));
  }

  @Test
  void aBudgetWithoutGainIsNotSpent() {
    ReissueCurve curve = ReissueCurve.of(AttemptTimes.independent(new double[] {5, 5, 5}));
    assertThat(curve.leastMean(1)).isEqualTo(curve.without());
    assertThat(curve.leastVariance(1)).isEqualTo(curve.without());
    assertThat(curve.varianceHull().segments()).isEmpty();
    assertThat(curve.varianceHull().mostFraction()).isZero();
    assertThat(curve.without().meanMillis()).isEqualTo(5);
    assertThat(curve.without().varianceMillisSquared()).isZero();
  }

  @Test
  void timesOfZeroAndOneTimeAloneHaveACurve() {
    ReissueCurve zero = ReissueCurve.of(AttemptTimes.independent(new double[] {0}));
    assertThat(zero.singleD()).containsExactly(zero.without());
    ReissueCurve one =
        ReissueCurve.of(AttemptTimes.independent(new double[] {7}, new double[] {3}));
    assertThat(one.leastMean(0.5).meanMillis()).isCloseTo(5, within(1e-12));
  }

  @Test
  void noDigitsAreLostWhereLatenciesHardlyDiffer() {
    var random = new SplittableRandom(3);
    double[] small = random.doubles(200).toArray();
    double[] large = Arrays.stream(small).map(x -> x + 1e6).toArray();
    double[] seconds = Arrays.stream(small).map(x -> x / 2).toArray();
    var near = ReissueCurve.of(AttemptTimes.independent(small, seconds)).singleD();
    var far = ReissueCurve.of(AttemptTimes.independent(large, seconds)).singleD();
    // All latencies and delays are longer by the same time, except those of copies that are sent at
    // once.
    for (int i = 0; i < 200; i++) {
      assertThat(far.get(i).varianceMillisSquared())
          .isCloseTo(near.get(i).varianceMillisSquared(), Percentage.withPercentage(1e-4));
    }
  }

  @Test
  void impossibleBudgetsAreRejected() {
    ReissueCurve curve = ReissueCurve.of(bimodal());
    for (double wrong : new double[] {-0.01, 1.01, Double.NaN}) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> curve.leastMean(wrong))
          .withMessageContaining("budget must be from 0 to 1: " + wrong);
      assertThatIllegalArgumentException().isThrownBy(() -> curve.leastVariance(wrong));
      assertThatIllegalArgumentException().isThrownBy(() -> curve.meanHull().at(wrong));
    }
  }
}
