package org.curtail.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.stream.IntStream;
import org.curtail.Prediction;
import org.junit.jupiter.api.Test;

class PredictorTest {
  @Test
  void onlyTheClairvoyantPredictorHasTheDemand() {
    assertThat(Predictor.CLAIRVOYANT.prediction(3, 1_000)).isEqualTo(Prediction.certain(1_000));
    assertThat(Predictor.NONE.prediction(3, 1_000)).isEqualTo(Prediction.NONE);
    assertThat(Predictor.noisy(0, 1).prediction(3, 1_000)).isEqualTo(Prediction.certain(1_000));
  }

  @Test
  void errorsAreLogNormalAndRepeatable() {
    Predictor predictor = Predictor.noisy(0.5, 7);
    double[] logs =
        IntStream.range(0, 50_000)
            .mapToDouble(i -> Math.log(predictor.prediction(i, 1_000_000_000).demandNanos() / 1e9))
            .toArray();
    double mean = IntStream.range(0, logs.length).mapToDouble(i -> logs[i]).average().orElseThrow();
    double square =
        IntStream.range(0, logs.length).mapToDouble(i -> logs[i] * logs[i]).average().orElseThrow();
    assertThat(mean).isCloseTo(0, within(0.01));
    assertThat(Math.sqrt(square)).isCloseTo(0.5, within(0.01));
    assertThat(Predictor.noisy(0.5, 7).prediction(42, 1_000_000))
        .isEqualTo(predictor.prediction(42, 1_000_000))
        .isNotEqualTo(Predictor.noisy(0.5, 8).prediction(42, 1_000_000));
  }

  @Test
  void theErrorThatIsStatedIsTheTrueOneOfRequestsLikeThis() {
    Predictor predictor = Predictor.noisy(0.5, 7);
    double sumOfSquares = 0;
    double sumOfStated = 0;
    for (boolean sure : new boolean[] {true, false}) {
      double standardised = 0;
      int count = 0;
      for (int i = 0; i < 50_000; i++) {
        Prediction prediction = predictor.prediction(i, 1_000_000_000);
        if ((prediction.logError() < 0.4) == sure) {
          double log = Math.log(prediction.demandNanos() / 1e9);
          standardised += Math.pow(log / prediction.logError(), 2);
          sumOfSquares += log * log;
          sumOfStated += prediction.logError() * prediction.logError();
          count++;
        }
      }
      assertThat(count).isGreaterThan(15_000);
      assertThat(standardised / count).isCloseTo(1, within(0.04));
    }
    assertThat(sumOfStated / sumOfSquares).isCloseTo(1, within(0.04));
  }

  @Test
  void anErrorThatIsNoneIsRejected() {
    for (double deviation : new double[] {-1, Double.NaN, Double.POSITIVE_INFINITY}) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> Predictor.noisy(deviation, 1))
          .withMessageContaining("" + deviation);
    }
  }
}
