package org.curtail.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.stream.IntStream;
import org.curtail.Progress;
import org.junit.jupiter.api.Test;

class PredictorTest {
  @Test
  void theClairvoyantKnowsAndNobodyElseDoes() {
    assertThat(Predictor.CLAIRVOYANT.predictedNanos(3, 1_000)).isEqualTo(1_000);
    assertThat(Predictor.NONE.predictedNanos(3, 1_000)).isEqualTo(Progress.UNPREDICTED);
    assertThat(Predictor.noisy(0, 1).predictedNanos(3, 1_000)).isEqualTo(1_000);
  }

  @Test
  void errorsAreLogNormalAndRepeatable() {
    Predictor predictor = Predictor.noisy(0.5, 7);
    double[] logs =
        IntStream.range(0, 50_000)
            .mapToDouble(i -> Math.log(predictor.predictedNanos(i, 1_000_000_000) / 1e9))
            .toArray();
    double mean = IntStream.range(0, logs.length).mapToDouble(i -> logs[i]).average().orElseThrow();
    double square =
        IntStream.range(0, logs.length).mapToDouble(i -> logs[i] * logs[i]).average().orElseThrow();
    assertThat(mean).isCloseTo(0, within(0.01));
    assertThat(Math.sqrt(square)).isCloseTo(0.5, within(0.01));
    assertThat(Predictor.noisy(0.5, 7).predictedNanos(42, 1_000_000))
        .isEqualTo(predictor.predictedNanos(42, 1_000_000))
        .isNotEqualTo(Predictor.noisy(0.5, 8).predictedNanos(42, 1_000_000));
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
