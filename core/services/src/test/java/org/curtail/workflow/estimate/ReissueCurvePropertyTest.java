package org.curtail.workflow.estimate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;
import org.assertj.core.data.Offset;
import org.curtail.reissue.AttemptTimes;
import org.curtail.reissue.RandomLog;
import org.curtail.reissue.Reissue;
import org.curtail.reissue.ReissueForecast;
import org.curtail.reissue.ReissuePolicy;
import org.curtail.reissue.times.Pairs;
import org.curtail.testkit.Cases;
import org.curtail.workflow.CurvePoint;
import org.curtail.workflow.estimate.CurveDelays.DelaySaving;
import org.curtail.workflow.estimate.CurveDelays.SavingBounds;
import org.curtail.workflow.estimate.CurveHull.HullSegment;
import org.curtail.workflow.estimate.Savings.IndependentSavings;
import org.curtail.workflow.estimate.Savings.PairedSavings;
import org.junit.jupiter.api.Test;

class ReissueCurvePropertyTest {
  private static final int CASES = 800;

  private static double[] budgets(RandomGenerator random) {
    return new double[] {0, 0.01, 0.05, random.nextDouble(), 0.5, 1};
  }

  /** Rounding is relative to the greatest time. */
  private static Offset<Double> rounding(RandomLog log, int power) {
    return within(1e-10 * Math.pow(1 + Arrays.stream(log.firstMillis()).max().orElse(0), power));
  }

  @Test
  void everySingleDHasTheMeanAndVarianceOfAllPairs() {
    Cases.random(
        1_000,
        CASES,
        random -> {
          RandomLog log = RandomLog.draw(random, 14);
          var oracle = new CurveOracle(log);
          List<CurvePoint> points = ReissueCurve.of(log.times()).singleD();
          assertThat(points.getFirst().policy()).isEqualTo(ReissuePolicy.NONE);
          assertThat(
                  points.stream()
                      .skip(1)
                      .map(point -> point.policy().reissues().getFirst().delayMillis())
                      .toList())
              .isEqualTo(oracle.delays().reversed());
          for (CurvePoint point : points) {
            assertIs(point, log, oracle);
          }
        });
  }

  private static void assertIs(CurvePoint point, RandomLog log, CurveOracle oracle) {
    Reissue reissue =
        point.policy().reissues().isEmpty()
            ? new Reissue(0, 0)
            : point.policy().reissues().getFirst();
    CurveOracle.Moments expected = oracle.singleR(reissue.delayMillis(), reissue.probability());
    assertThat(point.reissueFraction()).isCloseTo(expected.fraction(), within(1e-12));
    assertThat(point.meanMillis()).isCloseTo(expected.mean(), rounding(log, 1));
    assertThat(point.varianceMillisSquared()).isCloseTo(expected.variance(), rounding(log, 2));
  }

  @Test
  void meanAndFractionAreThoseOfTheForecast() {
    Cases.random(
        2_000,
        CASES,
        random -> {
          RandomLog log = RandomLog.draw(random, 30);
          for (double budget : budgets(random)) {
            CurvePoint point = ReissueCurve.of(log.times()).leastVariance(budget);
            ReissueForecast forecast = ReissueForecast.of(log.times(), point.policy());
            assertThat(point.meanMillis()).isCloseTo(forecast.meanMillis(), rounding(log, 1));
            assertThat(point.reissueFraction())
                .isCloseTo(forecast.reissueFraction(), within(1e-12))
                .isLessThanOrEqualTo(budget * (1 + 1e-12));
          }
        });
  }

  @Test
  void theBestSingleRIsWhatTryingEveryDelayFinds() {
    Cases.random(
        3_000,
        CASES,
        random -> {
          RandomLog log = RandomLog.draw(random, 14);
          var oracle = new CurveOracle(log);
          ReissueCurve curve = ReissueCurve.of(log.times());
          for (double budget : budgets(random)) {
            CurvePoint mean = curve.leastMean(budget);
            CurvePoint variance = curve.leastVariance(budget);
            assertIs(mean, log, oracle);
            assertIs(variance, log, oracle);
            assertThat(mean.meanMillis()).isCloseTo(oracle.least(budget, false), rounding(log, 1));
            assertThat(variance.varianceMillisSquared())
                .isCloseTo(oracle.least(budget, true), rounding(log, 2));
          }
        });
  }

  @Test
  void theHullIsTheLeastOfAllLinesBetweenTwoPoints() {
    Cases.random(
        4_000,
        CASES,
        random -> {
          RandomLog log = RandomLog.draw(random, 14);
          var oracle = new CurveOracle(log);
          ReissueCurve curve = ReissueCurve.of(log.times());
          for (double budget : budgets(random)) {
            assertThat(curve.meanHull().at(budget))
                .isCloseTo(oracle.hull(budget, false), rounding(log, 1));
            assertThat(curve.varianceHull().at(budget))
                .isCloseTo(oracle.hull(budget, true), rounding(log, 2));
          }
          assertThat(curve.hullError()).isZero();
        });
  }

  @Test
  void piecesOfAHullJoinAndEachBringsLessThanTheOneBefore() {
    Cases.random(
        5_000,
        CASES,
        random -> {
          RandomLog log = RandomLog.draw(random, 40);
          ReissueCurve curve = ReissueCurve.of(log.times());
          for (CurveHull hull : List.of(curve.meanHull(), curve.varianceHull())) {
            double fraction = 0;
            double value = hull.without();
            double slope = Double.POSITIVE_INFINITY;
            for (HullSegment segment : hull.segments()) {
              assertThat(segment.fromFraction()).isEqualTo(fraction);
              assertThat(segment.fromValue()).isEqualTo(value);
              assertThat(segment.slope()).isPositive().isLessThan(slope);
              fraction = segment.toFraction();
              value = segment.toValue();
              slope = segment.slope();
            }
            assertThat(hull.mostFraction()).isEqualTo(fraction).isBetween(0.0, 1.0);
            assertThat(hull.at(1)).isEqualTo(value);
          }
        });
  }

  @Test
  void singleRLiesBetweenTheHullAndSingleDAndReachesTheHullAtItsCorners() {
    Cases.random(
        6_000,
        CASES,
        random -> {
          RandomLog log = RandomLog.draw(random, 40);
          ReissueCurve curve = ReissueCurve.of(log.times());
          double tiny = rounding(log, 2).value;
          double before = Double.POSITIVE_INFINITY;
          for (int percent = 0; percent <= 100; percent += 5) {
            double budget = percent / 100.0;
            double variance = curve.leastVariance(budget).varianceMillisSquared();
            double singleD =
                curve.singleD().stream()
                    .filter(point -> point.reissueFraction() <= budget)
                    .mapToDouble(CurvePoint::varianceMillisSquared)
                    .min()
                    .orElseThrow();
            assertThat(variance)
                .isGreaterThanOrEqualTo(curve.varianceHull().at(budget) - tiny)
                .isLessThanOrEqualTo(singleD)
                .isLessThanOrEqualTo(before);
            before = variance;
          }
          for (HullSegment segment : curve.varianceHull().segments()) {
            assertThat(curve.leastVariance(segment.toFraction()).varianceMillisSquared())
                .isCloseTo(segment.toValue(), rounding(log, 2));
          }
        });
  }

  @Test
  void ofManyDelaysEnoughAreTriedForTheErrorThatIsStated() {
    Cases.random(
        7_000,
        24,
        random -> {
          int count = random.nextInt(600, 2_500);
          AttemptTimes times = manyTimes(random, count);
          ReissueCurve curve = ReissueCurve.of(times);
          Savings savings = savings(times);
          CurveDelays all =
              CurveDelays.evaluated(
                  savings,
                  curve.without().meanMillis(),
                  curve.without().varianceMillisSquared(),
                  Integer.MAX_VALUE);
          assertThat(all.evaluated()).hasSize(savings.count());
          assertThat(curve.hullError()).isLessThan(0.005);
          for (int percent = 0; percent <= 100; percent++) {
            double budget = Math.pow(percent / 100.0, 3);
            assertLower(all.meanHull(), curve.meanHull(), budget, curve.hullError());
            assertLower(all.varianceHull(), curve.varianceHull(), budget, curve.hullError());
          }
        });
  }

  @Test
  void theSavingsOfADelayBetweenTwoLieWithinTheBounds() {
    Cases.random(
        8_000,
        400,
        random -> {
          AttemptTimes times = RandomLog.draw(random, 60).times();
          Savings savings = savings(times);
          if (savings.count() < 3) {
            return;
          }
          int from = random.nextInt(savings.count() - 2);
          int to = random.nextInt(from + 2, savings.count());
          double centre = ReissueCurve.of(times).without().meanMillis();
          var bounds =
              new SavingBounds(DelaySaving.of(savings, from), DelaySaving.of(savings, to), centre);
          for (int delay = from; delay <= to; delay++) {
            double millis = savings.delayMillis(delay);
            Savings.Saving saved = savings.at(delay);
            double square = saved.squareMillis() + 2 * centre * saved.meanMillis();
            double rounding = 1e-10 * (1 + Math.pow(times.first().greatestMillis(), 2));
            assertThat(saved.meanMillis())
                .isBetween(
                    bounds.leastMillis(millis) - rounding, bounds.mostMillis(millis) + rounding);
            assertThat(square).isLessThanOrEqualTo(bounds.mostSquare(millis) + rounding);
          }
        });
  }

  private static void assertLower(CurveHull all, CurveHull some, double budget, double error) {
    double apart = (some.at(budget) - all.at(budget)) / some.without();
    assertThat(apart).isBetween(-1e-12, error + 1e-12);
  }

  private static Savings savings(AttemptTimes times) {
    double mean = ReissueCurve.of(times).without().meanMillis();
    Pairs pairs = times.pairs();
    return pairs == null
        ? new IndependentSavings(times.first(), times.second(), mean)
        : new PairedSavings(times.first(), pairs, mean);
  }

  private static AttemptTimes manyTimes(RandomGenerator random, int count) {
    double sigma = random.nextDouble(0.2, 2);
    var first = new ArrayList<Double>();
    var second = new ArrayList<Double>();
    for (int i = 0; i < count; i++) {
      double common = random.nextInt(20) == 0 ? 30 : 0;
      first.add(common + Math.exp(sigma * random.nextGaussian()));
      second.add(Math.exp(sigma * random.nextGaussian()));
    }
    double[] firsts = first.stream().mapToDouble(Double::doubleValue).toArray();
    double[] seconds = second.stream().mapToDouble(Double::doubleValue).toArray();
    return random.nextBoolean()
        ? AttemptTimes.paired(firsts, seconds)
        : AttemptTimes.independent(firsts, seconds);
  }
}
