package org.curtail.predict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class FadingLeastSquaresTest {
  /** The normal equations with the same ridge, solved by elimination in full. */
  static double[] byHand(double[][] rows, double[] y, double[] weights) {
    int terms = rows[0].length;
    double[][] system = new double[terms][terms + 1];
    for (int r = 0; r < rows.length; r++) {
      for (int i = 0; i < terms; i++) {
        for (int j = 0; j < terms; j++) {
          system[i][j] += weights[r] * rows[r][i] * rows[r][j];
        }
        system[i][terms] += weights[r] * rows[r][i] * y[r];
      }
    }
    for (int i = 1; i < terms; i++) {
      system[i][i] += 0.1;
    }
    for (int pivot = 0; pivot < terms; pivot++) {
      for (int row = 0; row < terms; row++) {
        if (row != pivot) {
          double factor = system[row][pivot] / system[pivot][pivot];
          for (int column = pivot; column <= terms; column++) {
            system[row][column] -= factor * system[pivot][column];
          }
        }
      }
    }
    double[] solution = new double[terms];
    for (int i = 0; i < terms; i++) {
      solution[i] = system[i][terms] / system[i][i];
    }
    return solution;
  }

  @Test
  void coefficientsAreThoseOfTheNormalEquationsWithFadedWeights() {
    for (int seed = 0; seed < 50; seed++) {
      var random = new SplittableRandom(seed);
      int terms = random.nextInt(1, 9);
      int count = random.nextInt(1, 60);
      double keep = random.nextDouble(0.8, 1);
      var squares = new FadingLeastSquares(terms);
      double[][] rows = new double[count][terms];
      double[] y = new double[count];
      double[] weights = new double[count];
      double weight = 0;
      for (int r = 0; r < count; r++) {
        rows[r][0] = 1;
        for (int i = 1; i < terms; i++) {
          rows[r][i] = random.nextDouble(-3, 3);
        }
        y[r] = random.nextDouble(-10, 10);
        squares.fade(keep);
        squares.add(rows[r], y[r]);
        weights[r] = StrictMath.pow(keep, count - 1 - r);
        weight += weights[r];
      }
      double[] found = new double[terms];
      squares.solve(found);
      assertThat(found)
          .describedAs("seed %d", seed)
          .containsExactly(byHand(rows, y, weights), within(1e-6));
      assertThat(squares.weight()).describedAs("seed %d", seed).isCloseTo(weight, within(1e-9));
    }
  }

  @Test
  void withoutObservationsThereIsNoSlope() {
    var squares = new FadingLeastSquares(3);
    double[] found = {7, 7, 7};
    squares.solve(found);
    assertThat(found).containsExactly(0, 0, 0);
    squares.add(new double[] {1, 2, -1}, 4);
    squares.clear();
    squares.solve(found);
    assertThat(found).containsExactly(0, 0, 0);
    assertThat(squares.weight()).isZero();
  }
}
