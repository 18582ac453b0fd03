package org.curtail.policy.demand;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.curtail.testkit.Cases;
import org.junit.jupiter.api.Test;

class FallingFitTest {
  private static double error(double[] values, double[] weights, double[] fit) {
    double error = 0;
    for (int i = 0; i < values.length; i++) {
      error += weights[i] * (values[i] - fit[i]) * (values[i] - fit[i]);
    }
    return error;
  }

  @Test
  void fallingNumbersStayAsTheyAre() {
    double[] falling = {3, 2, 2, -1};
    assertThat(SpeedupsByProgress.FallingFit.of(falling, new double[] {1, 5, 2, 1}))
        .containsExactly(falling);
  }

  @Test
  void risingNumbersBecomeTheirMean() {
    assertThat(SpeedupsByProgress.FallingFit.of(new double[] {1, 4}, new double[] {2, 1}))
        .containsExactly(2, 2);
    assertThat(
            SpeedupsByProgress.FallingFit.of(
                new double[] {5, 1, 2, 3, 0}, new double[] {1, 1, 1, 1, 1}))
        .containsExactly(5, 2, 2, 2, 0);
  }

  @Test
  void noOtherFallingNumbersAreNearer() {
    Cases.random(
        1,
        500,
        random -> {
          int size = random.nextInt(1, 8);
          double[] values = random.doubles(size, -1, 1).toArray();
          double[] weights = random.doubles(size, 0.1, 2).toArray();
          double[] fit = SpeedupsByProgress.FallingFit.of(values, weights);
          for (int i = 1; i < size; i++) {
            assertThat(fit[i]).isLessThanOrEqualTo(fit[i - 1]);
          }
          double least = error(values, weights, fit);
          for (int attempt = 0; attempt < 50; attempt++) {
            double[] other = fit.clone();
            double step = random.nextDouble(-0.2, 0.2);
            int from = random.nextInt(size);
            int to = random.nextInt(from, size) + 1;
            for (int i = from; i < to; i++) {
              other[i] += step;
            }
            double[] falling = Arrays.stream(other).map(value -> -value).sorted().toArray();
            for (int i = 0; i < size; i++) {
              falling[i] = -falling[i];
            }
            assertThat(error(values, weights, falling)).isGreaterThanOrEqualTo(least - 1e-12);
          }
          double weight = Arrays.stream(weights).sum();
          double sum = 0;
          double fitted = 0;
          for (int i = 0; i < size; i++) {
            sum += weights[i] * values[i];
            fitted += weights[i] * fit[i];
          }
          assertThat(fitted / weight).isCloseTo(sum / weight, within(1e-12));
        });
  }
}
