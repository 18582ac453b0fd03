package org.curtail.policy.demand;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.util.Random;
import org.curtail.Prediction;
import org.curtail.Profile;
import org.junit.jupiter.api.Test;

class ExpectedDemandTest {
  private static final double LOG_MEAN = 4;
  private static final double LOG_DEVIATION = 0.8;
  private static final double LOG_ERROR = 0.5;

  private static final Profile LOGNORMAL = lognormal();

  private static final ExpectedDemand DEMAND = ExpectedDemand.of(LOGNORMAL, Survival.of(LOGNORMAL));

  /** Drawn at random; with so many the moments are those of the distribution. */
  private static Profile lognormal() {
    var random = new Random(1);
    double[][] timesMs = new double[50_000][];
    for (int i = 0; i < timesMs.length; i++) {
      timesMs[i] = new double[] {Math.exp(LOG_MEAN + LOG_DEVIATION * random.nextGaussian())};
    }
    return Profile.of("", timesMs);
  }

  @Test
  void aCertainPredictionIsTakenButForTheErrorOfTheWorkDone() {
    Prediction certain = Prediction.certain(70_000_000);
    assertThat(DEMAND.remainingMs(certain, 0)).isCloseTo(70, within(1.0));
    assertThat(DEMAND.remainingMs(certain, 50)).isCloseTo(20, within(1.0));
    assertThat(DEMAND.remainingMs(certain, 75)).isBetween(0.0, 7.0);
  }

  @Test
  void aRequestWithAWrongPredictionIsExpectedToGoOnLikeTheTail() {
    assertThat(DEMAND.remainingMs(Prediction.certain(70_000_000), 700))
        .isEqualTo(Survival.of(LOGNORMAL).tailScaleMs());
  }

  @Test
  void anUncertainPredictionIsWeighedAgainstWhatIsKnownOfAll() {
    // Drawn: requests whose prediction comes out near 150 ms, and that have done so much.
    var random = new Random(2);
    for (double workMs : new double[] {0, 60, 150}) {
      double sumMs = 0;
      int count = 0;
      for (int i = 0; i < 3_000_000; i++) {
        double log = LOG_MEAN + LOG_DEVIATION * random.nextGaussian();
        double predictedMs = Math.exp(log + LOG_ERROR * random.nextGaussian());
        if (Math.abs(predictedMs - 150) < 3 && Math.exp(log) > workMs) {
          sumMs += Math.exp(log) - workMs;
          count++;
        }
      }
      assertThat(DEMAND.remainingMs(new Prediction(150_000_000, LOG_ERROR), workMs))
          .as("after %s ms", workMs)
          .isCloseTo(sumMs / count, withinPercentage(3));
    }
  }

  @Test
  void aWorthlessPredictionIsTheMeanOfAll() {
    assertThat(DEMAND.remainingMs(new Prediction(1, 1e6), 0))
        .isCloseTo(LOGNORMAL.meanMs(1), withinPercentage(2));
  }

  @Test
  void itIsFiniteAndNotNegativeHoweverMuchIsDone() {
    for (double logError : new double[] {0, 0.01, 0.5, 3}) {
      for (double workMs = 0; workMs < 1e6; workMs = 3 * workMs + 1) {
        assertThat(DEMAND.remainingMs(new Prediction(5_000_000, logError), workMs))
            .isBetween(0.0, 1e5);
      }
    }
  }

  @Test
  void equalDemandsAreKnownWithoutAPrediction() {
    Profile constant = Profile.of("", new double[][] {{20}, {20}});
    var demand = ExpectedDemand.of(constant, Survival.of(constant));
    assertThat(demand.remainingMs(new Prediction(500_000_000, 0.3), 5)).isCloseTo(15, within(0.2));
  }

  @Test
  void withoutAPredictionThereIsNoAnswer() {
    assertThatIllegalStateException().isThrownBy(() -> DEMAND.remainingMs(Prediction.NONE, 0));
  }
}
