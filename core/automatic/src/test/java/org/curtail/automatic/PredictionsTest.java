package org.curtail.automatic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.ToDoubleFunction;
import org.curtail.Prediction;
import org.curtail.automatic.choose.PredictionError;
import org.junit.jupiter.api.Test;

class PredictionsTest {
  private static final double SPREAD = 1.2;
  private static final double LOG_MEAN = Math.log(20e6);

  private final Predictions predictions = new Predictions();
  private final SplittableRandom random = new SplittableRandom(1);

  /** Adds requests with this logarithm of the prediction, by the logarithm of their demand. */
  private void run(int requests, double stated, ToDoubleFunction<Double> logSaid) {
    for (int i = 0; i < requests; i++) {
      double logNanos = LOG_MEAN + SPREAD * random.nextGaussian();
      long said = Math.round(Math.exp(logSaid.applyAsDouble(logNanos)));
      predictions.ended(new Prediction(said, stated), logNanos);
    }
  }

  @Test
  void howFarTheyAreOffIsKnownAfterAThousandRequests() {
    run(1_000, 0.3, log -> log + 0.4 * random.nextGaussian());
    assertThat(predictions.error()).isEmpty();
    run(100, 0.3, log -> log + 0.4 * random.nextGaussian());
    PredictionError error = predictions.error().orElseThrow();
    assertThat(error.logError()).isCloseTo(0.4, within(0.04));
    assertThat(error.statedLogError()).isCloseTo(0.3, within(1e-9));
  }

  /** All predictions are half of the truth: the logarithm is off by 0.69. */
  @Test
  void thatAllAreTooShortIsAnErrorToo() {
    run(1_100, 0, log -> log - Math.log(2));
    PredictionError error = predictions.error().orElseThrow();
    assertThat(error.statedLogError()).isZero();
    assertThat(error.logError()).isCloseTo(Math.log(2), within(1e-6));
  }

  @Test
  void thoseThatAreNoBetterThanAlwaysTheSameAreOfNoUse() {
    run(1_100, 0.1, log -> LOG_MEAN);
    assertThat(predictions.error()).isEmpty();
    run(1_100, 0.1, log -> 2 * LOG_MEAN - log);
    assertThat(predictions.error()).isEmpty();
    run(1_100, 0.1, log -> log + 2 * random.nextGaussian());
    assertThat(predictions.error()).isEmpty();
  }

  @Test
  void theyAreOfNoUseIfManyRequestsHaveNoneOrAnUnsureOne() {
    for (Prediction none : new Prediction[] {Prediction.NONE, Prediction.UNSURE}) {
      run(1_024, 0.1, log -> log);
      assertThat(predictions.error()).isPresent();
      for (int i = 0; i < 1_024; i++) {
        if (i % 4 == 0) {
          predictions.ended(none, LOG_MEAN);
        } else {
          run(1, 0.1, log -> log);
        }
      }
      assertThat(predictions.error()).isEmpty();
    }
  }

  @Test
  void aPlanIsMadeAnewIfTheyBecomeMuchBetterOrWorseOrVanish() {
    Optional<PredictionError> none = Optional.empty();
    assertThat(predictions.differFrom(none)).isFalse();
    assertThat(predictions.differFrom(Optional.of(PredictionError.known(0.4)))).isFalse();
    run(1_100, 0.3, log -> log + 0.4 * random.nextGaussian());
    assertThat(predictions.differFrom(none)).isTrue();
    assertThat(predictions.differFrom(Optional.of(PredictionError.known(0.45)))).isFalse();
    assertThat(predictions.differFrom(Optional.of(PredictionError.known(0.2)))).isTrue();
    assertThat(predictions.differFrom(Optional.of(PredictionError.known(0.8)))).isTrue();
    run(2_000, 0.3, log -> LOG_MEAN);
    assertThat(predictions.differFrom(none)).isFalse();
    assertThat(predictions.differFrom(Optional.of(PredictionError.known(0.45)))).isTrue();
  }

  /** Predictions hardly better than a constant become useful and useless by chance. */
  @Test
  void barelyUsefulPredictionsDoNotAlternate() {
    int changes = 0;
    boolean isUsed = false;
    for (int i = 0; i < 400; i++) {
      run(256, 0.3, log -> log + 0.9 * SPREAD * random.nextGaussian());
      changes += predictions.error().isPresent() == isUsed ? 0 : 1;
      isUsed = predictions.error().isPresent();
    }
    assertThat(changes).isLessThanOrEqualTo(8);
  }

  @Test
  void whatWasBeforeAChangeIsForgotten() {
    run(1_100, 0.3, log -> log);
    assertThat(predictions.error()).isPresent();
    predictions.forget();
    assertThat(predictions.error()).isEmpty();
    assertThat(predictions.differFrom(Optional.of(PredictionError.known(0.4)))).isFalse();
  }

  @Test
  void anErrorIsFiniteAndNotNegative() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new PredictionError(-0.1, 0.1))
        .withMessage("logError and statedLogError must be finite and not negative: -0.1, 0.1");
    assertThatIllegalArgumentException().isThrownBy(() -> PredictionError.known(Double.NaN));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new PredictionError(0, Double.POSITIVE_INFINITY));
  }
}
