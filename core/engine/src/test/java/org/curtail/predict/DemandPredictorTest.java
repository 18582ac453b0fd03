package org.curtail.predict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import org.curtail.Prediction;
import org.junit.jupiter.api.Test;

class DemandPredictorTest {
  private static final double NOISE = 0.3;
  private static final long SECOND = 1_000_000_000;

  /** Requests whose demand follows a law: 2 us and documents by words, off by lognormal noise. */
  private static final class Law {
    private final SplittableRandom random;
    private double factor = 1;
    private double slope = 1;

    Law(long seed) {
      random = new SplittableRandom(seed);
    }

    double[] features() {
      return new double[] {7 + 2 * random.nextGaussian(), random.nextInt(1, 6)};
    }

    double logDemand(double[] features) {
      return StrictMath.log(2_000 * factor) + slope * features[0] + 0.2 * features[1];
    }

    long demandNanos(double[] features) {
      return (long) StrictMath.exp(logDemand(features) + NOISE * random.nextGaussian());
    }
  }

  private static void learn(DemandPredictor predictor, Law law, int requests, long fromNanos) {
    for (int i = 0; i < requests; i++) {
      double[] features = law.features();
      assertThat(predictor.learn(features, law.demandNanos(features), fromNanos + i)).isTrue();
    }
  }

  /** Root mean square of the logarithm of the law over the prediction; the noise is not in it. */
  private static double logError(DemandPredictor predictor, Law law, long nowNanos) {
    double squares = 0;
    int requests = 500;
    for (int i = 0; i < requests; i++) {
      double[] features = law.features();
      double logPredicted =
          StrictMath.log((double) predictor.predict(features, nowNanos).knownNanos());
      squares += Math.pow(law.logDemand(features) - logPredicted, 2);
    }
    return Math.sqrt(squares / requests);
  }

  @Test
  void itFindsTheLawAndKnowsItsError() {
    for (int seed = 1; seed <= 5; seed++) {
      var law = new Law(seed);
      var predictor = new DemandPredictor(2);
      learn(predictor, law, 2_000, 0);
      assertThat(logError(predictor, law, 2_000)).describedAs("seed %d", seed).isLessThan(0.06);
      PredictionQuality quality = predictor.quality();
      assertThat(quality.requests()).isEqualTo(1024);
      assertThat(quality.logError()).describedAs("seed %d", seed).isCloseTo(NOISE, within(0.03));
      assertThat(quality.rankCorrelation()).describedAs("seed %d", seed).isGreaterThan(0.97);
      assertThat(predictor.predict(law.features(), 2_000).logError())
          .describedAs("seed %d", seed)
          .isCloseTo(NOISE, within(0.1));
    }
  }

  /** Least squares by elimination, on the same requests, of which none is far off. */
  @Test
  void itPredictsWhatLeastSquaresPredicts() {
    var law = new Law(11);
    var predictor = new DemandPredictor(2, 1_000_000, Duration.ofDays(1));
    int count = 3_000;
    double[][] rows = new double[count][];
    double[] y = new double[count];
    double[] weights = new double[count];
    for (int i = 0; i < count; i++) {
      double[] features = law.features();
      long demandNanos = law.demandNanos(features);
      predictor.learn(features, demandNanos, i);
      rows[i] = new double[] {1, features[0], features[1]};
      y[i] = StrictMath.log((double) demandNanos);
      weights[i] = 1;
    }
    double[] best = FadingLeastSquaresTest.byHand(rows, y, weights);
    for (int i = 0; i < 100; i++) {
      double[] features = law.features();
      double expected = best[0] + best[1] * features[0] + best[2] * features[1];
      double logPredicted =
          StrictMath.log((double) predictor.predict(features, count).knownNanos());
      // It has a level that follows the last 50 requests or so.
      assertThat(logPredicted).isCloseTo(expected, within(0.12));
    }
  }

  @Test
  void itIsSurerWhereItErrsLess() {
    var random = new SplittableRandom(5);
    var predictor = new DemandPredictor(1);
    for (int i = 0; i < 3_000; i++) {
      boolean isLong = random.nextBoolean();
      double x = isLong ? 17 : 10;
      double noise = isLong ? 0.1 : 0.8;
      predictor.learn(
          new double[] {x}, (long) StrictMath.exp(x + noise * random.nextGaussian()), i);
    }
    assertThat(predictor.predict(new double[] {17}, 3_000).logError()).isCloseTo(0.1, within(0.05));
    assertThat(predictor.predict(new double[] {10}, 3_000).logError()).isCloseTo(0.8, within(0.1));
  }

  @Test
  void itSaysNothingUntilItKnowsEnough() {
    var law = new Law(2);
    var predictor = new DemandPredictor(2);
    for (int i = 0; i < 60; i++) {
      assertThat(predictor.predict(law.features(), i)).isEqualTo(Prediction.NONE);
      learn(predictor, law, 1, i);
    }
    learn(predictor, law, 10, 60);
    assertThat(predictor.predict(law.features(), 70).isKnown()).isTrue();
    assertThat(predictor.learned()).isEqualTo(70);
    assertThat(predictor.quality().requests()).isEqualTo(30);
  }

  @Test
  void itSaysNothingWhenWhatItKnewIsOld() {
    var law = new Law(3);
    var predictor = new DemandPredictor(2, 1_000, Duration.ofSeconds(60));
    learn(predictor, law, 200, 0);
    assertThat(predictor.predict(law.features(), 60 * SECOND).isKnown()).isTrue();
    // Of 200 requests 20 must be left: after 3.3 half-lives they are not.
    assertThat(predictor.predict(law.features(), 3 * 60 * SECOND).isKnown()).isTrue();
    assertThat(predictor.predict(law.features(), 4 * 60 * SECOND).isKnown()).isFalse();
    learn(predictor, law, 100, 240 * SECOND);
    assertThat(predictor.predict(law.features(), 241 * SECOND).isKnown()).isTrue();
  }

  @Test
  void aClockThatJumpsOnlyMakesItForget() {
    var law = new Law(4);
    var predictor = new DemandPredictor(2);
    learn(predictor, law, 300, 0);
    learn(predictor, law, 1, Long.MAX_VALUE);
    assertThat(predictor.predict(law.features(), Long.MAX_VALUE).isKnown()).isFalse();
    learn(predictor, law, 300, Long.MIN_VALUE);
    assertThat(logError(predictor, law, Long.MIN_VALUE + 300)).isLessThan(0.2);
    assertThat(predictor.predict(law.features(), -5).isKnown()).describedAs("long ago").isFalse();
  }

  @Test
  void itFollowsAMachineThatBecomesThreeTimesSlower() {
    var law = new Law(6);
    var predictor = new DemandPredictor(2);
    learn(predictor, law, 2_000, 0);
    law.factor = 3;
    learn(predictor, law, 200, 2_000);
    assertThat(logError(predictor, law, 2_200)).isLessThan(0.2);
    law.factor = 0.5;
    learn(predictor, law, 200, 2_200);
    assertThat(logError(predictor, law, 2_400)).isLessThan(0.3);
  }

  @Test
  void itFollowsAnotherLaw() {
    var law = new Law(7);
    var predictor = new DemandPredictor(2, 500, Duration.ofHours(1));
    learn(predictor, law, 2_000, 0);
    law.slope = 0.5;
    learn(predictor, law, 2_000, 2_000);
    assertThat(logError(predictor, law, 4_000)).isLessThan(0.1);
  }

  /** As when a service counts bytes where it counted documents. */
  @Test
  void itFollowsAFeatureThatLeavesItsScale() {
    var law = new Law(8);
    var predictor = new DemandPredictor(2);
    learn(predictor, law, 1_000, 0);
    for (int i = 0; i < 500; i++) {
      double[] features = law.features();
      double[] inBytes = {1_000 + 100 * features[0], features[1]};
      predictor.learn(inBytes, law.demandNanos(features), 1_000 + i);
    }
    double squares = 0;
    for (int i = 0; i < 200; i++) {
      double[] features = law.features();
      double[] inBytes = {1_000 + 100 * features[0], features[1]};
      double logPredicted = StrictMath.log((double) predictor.predict(inBytes, 1_500).knownNanos());
      squares += Math.pow(law.logDemand(features) - logPredicted, 2);
    }
    assertThat(Math.sqrt(squares / 200)).isLessThan(0.15);
  }

  @Test
  void absurdValuesAreNotLearned() {
    var predictor = new DemandPredictor(2);
    for (double bad :
        new double[] {Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY}) {
      assertThat(predictor.learn(new double[] {1, bad}, 1_000, 0)).isFalse();
    }
    for (long bad : new long[] {0, -1, Long.MIN_VALUE}) {
      assertThat(predictor.learn(new double[] {1, 1}, bad, 0)).isFalse();
    }
    assertThat(predictor.learned()).isZero();
    var law = new Law(9);
    learn(predictor, law, 200, 0);
    assertThat(predictor.predict(new double[] {Double.NaN, 1}, 200)).isEqualTo(Prediction.NONE);
    assertThat(predictor.predict(new double[] {1, Double.NEGATIVE_INFINITY}, 200))
        .isEqualTo(Prediction.NONE);
  }

  @Test
  void oneAbsurdRequestInTwentyDoesNotPoisonIt() {
    double[] absurd = {0, Long.MAX_VALUE, -Double.MAX_VALUE, Double.MAX_VALUE, 1e-300, 44};
    long[] demands = {1, Long.MAX_VALUE, 1_000_000};
    for (int seed = 1; seed <= 5; seed++) {
      var law = new Law(seed);
      var predictor = new DemandPredictor(2);
      var random = new SplittableRandom(seed);
      for (int i = 0; i < 3_000; i++) {
        double[] features = law.features();
        long demandNanos = law.demandNanos(features);
        if (i % 20 == 0) {
          features[random.nextInt(2)] = absurd[random.nextInt(absurd.length)];
          demandNanos = demands[random.nextInt(demands.length)];
        }
        assertThat(predictor.learn(features, demandNanos, i)).isTrue();
      }
      assertThat(logError(predictor, law, 3_000)).describedAs("seed %d", seed).isLessThan(0.3);
    }
  }

  @Test
  void anyFeaturesAndDemandsGiveAPredictionOrNone() {
    double[] values = {
      0, -0.0, 1, -1, 1e-308, Double.MIN_VALUE, Double.MAX_VALUE, -Double.MAX_VALUE, Long.MAX_VALUE
    };
    for (int seed = 1; seed <= 20; seed++) {
      var random = new SplittableRandom(seed);
      var predictor = new DemandPredictor(3, 100, Duration.ofSeconds(1));
      for (int i = 0; i < 400; i++) {
        double[] features = new double[3];
        for (int f = 0; f < 3; f++) {
          features[f] = values[random.nextInt(values.length)];
        }
        Prediction said = predictor.predict(features, i); // it checks itself
        assertThat(said).describedAs("seed %d", seed).isNotNull();
        predictor.learn(features, random.nextLong(1, Long.MAX_VALUE), i);
      }
      assertThat(predictor.quality().logError()).describedAs("seed %d", seed).isFinite();
      // And when the absurd ends, it recovers.
      for (int i = 0; i < 800; i++) {
        double x = 10 + random.nextGaussian();
        predictor.learn(new double[] {x, 1, 2}, (long) StrictMath.exp(x), 400 + i);
      }
      Prediction recovered = predictor.predict(new double[] {11, 1, 2}, 1_200);
      assertThat(StrictMath.log((double) recovered.knownNanos()))
          .describedAs("seed %d", seed)
          .isCloseTo(11, within(0.1));
    }
  }

  @Test
  void equalRequestsArePredictedAlike() {
    var predictor = new DemandPredictor(1);
    for (int i = 0; i < 200; i++) {
      predictor.learn(new double[] {4}, 1_000_000, i);
    }
    Prediction said = predictor.predict(new double[] {4}, 200);
    assertThat((double) said.knownNanos()).isCloseTo(1e6, within(10.0));
    assertThat(said.logError()).isLessThan(0.02);
    assertThat(predictor.quality().rankCorrelation()).isZero();
  }

  @Test
  void theSameCallsGiveTheSamePredictions() {
    var one = new DemandPredictor(2);
    var other = new DemandPredictor(2);
    learn(one, new Law(12), 700, 0);
    learn(other, new Law(12), 700, 0);
    double[] features = {6, 3};
    assertThat(one.predict(features, 700)).isEqualTo(other.predict(features, 700));
    assertThat(one.quality()).isEqualTo(other.quality());
  }

  @Test
  void severalThreadsLearnAndPredictAtTheSameTime() throws Exception {
    var predictor = new DemandPredictor(2);
    int threads = 4;
    int each = 5_000;
    var go = new CountDownLatch(1);
    try (var pool = Executors.newFixedThreadPool(threads)) {
      for (int t = 0; t < threads; t++) {
        var law = new Law(100 + t);
        pool.submit(() -> {
          go.await();
          for (int i = 0; i < each; i++) {
            double[] features = law.features();
            predictor.predict(features, i);
            predictor.learn(features, law.demandNanos(features), i);
          }
          return predictor.quality();
        });
      }
      go.countDown();
    }
    assertThat(predictor.learned() + predictor.passedOver()).isEqualTo((long) threads * each);
    assertThat(predictor.learned()).isGreaterThan(each / 2);
    assertThat(logError(predictor, new Law(1), each)).isLessThan(0.1);
  }

  @Test
  void impossibleValuesAreRejected() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new DemandPredictor(0))
        .withMessage("features must lie between 1 and 64: 0");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new DemandPredictor(1, 99, Duration.ofHours(1)))
        .withMessage("memoryRequests must be at least 100: 99");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new DemandPredictor(1, 100, Duration.ZERO))
        .withMessage("halfLife must be positive: PT0S");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new DemandPredictor(2).predict(new double[1], 0))
        .withMessage("expected 2 features, found 1");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new DemandPredictor(2).learn(new double[3], 1, 0))
        .withMessage("expected 2 features, found 3");
  }
}
