package org.curtail.automatic.learn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.curtail.testkit.Cases;
import org.junit.jupiter.api.Test;

class LinearSystemPropertyTest {
  @Test
  void theInverseTimesTheMatrixIsTheIdentity() {
    Cases.random(
        1,
        100,
        random -> {
          int n = random.nextInt(1, 12);
          double[][] matrix = new double[n][n];
          double[] vector = new double[n];
          for (int i = 0; i < n; i++) {
            vector[i] = random.nextDouble(-1, 1);
            for (int j = 0; j < n; j++) {
              matrix[i][j] = random.nextDouble(-1, 1) + (i == j ? n : 0);
            }
          }
          double[] back =
              LinearSystem.times(LinearSystem.inverse(matrix), LinearSystem.times(matrix, vector));
          for (int i = 0; i < n; i++) {
            assertThat(back[i]).isCloseTo(vector[i], within(1e-9));
          }
        });
  }

  @Test
  void aMatrixWithoutInverseIsRejected() {
    assertThatThrownBy(() -> LinearSystem.inverse(new double[][] {{1, 2}, {2, 4}}))
        .isInstanceOf(ArithmeticException.class)
        .hasMessageContaining("column 1");
  }
}
