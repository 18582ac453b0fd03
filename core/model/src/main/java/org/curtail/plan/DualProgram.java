package org.curtail.plan;

import java.util.ArrayList;
import java.util.List;

/**
 * Minimum of {@code c(v) + max(0, g_1(v), g_2(v), ...)} over lengths v from 0 to a limit, with
 * linear g, and linear c with slopes of at least 0. The solution is dual: weights of the g that add
 * up to at most 1. The simplex method works on a tableau with one row per length and one for the
 * sum of weights. A further g is one more column, and the present solution stays feasible. Any
 * weights give a lower bound, so users need not trust this arithmetic. Not thread-safe.
 */
final class DualProgram {
  /** Relative gain that counts as rounding; slopes are about 1. */
  private static final double NO_GAIN = 1e-11;

  private static final int MAX_PIVOTS = 10_000;

  private final int lengths;
  private final double limit;

  /**
   * Basic column of each row: one row per length, then the row for the sum of weights. Negative
   * columns are slacks. Limits of the lengths come next, then the functions.
   */
  private final int[] basis;

  private final double[] rightSide;

  /** Inverse of the basis, in the slack columns. */
  private final double[][] inverse;

  private final double[] prices;
  private final List<LinearFunction> functions = new ArrayList<>();

  DualProgram(LinearFunction objective, int lengths, double limit) {
    this.lengths = lengths;
    this.limit = limit;
    int rows = lengths + 1;
    basis = new int[rows];
    rightSide = new double[rows];
    inverse = new double[rows][rows];
    prices = new double[rows];
    for (int row = 0; row < rows; row++) {
      basis[row] = -1 - row;
      rightSide[row] = row < lengths ? objective.slope(row) : 1;
      inverse[row][row] = 1;
    }
  }

  void add(LinearFunction function) {
    functions.add(function);
  }

  private int columns() {
    return lengths + functions.size();
  }

  private double gain(int column) {
    return column < 0 ? 0 : column < lengths ? -limit : functions.get(column - lengths).constant();
  }

  private double entry(int row, int column) {
    if (column < 0) {
      return row == -1 - column ? 1 : 0;
    }
    if (column < lengths) {
      return row == column ? -1 : 0;
    }
    return row == lengths ? 1 : -functions.get(column - lengths).slope(row);
  }

  /**
   * Pivots until no column gains. Bland's rule prevents cycles, apart from rounding. If rounding
   * causes one, the weights are weaker but still valid.
   */
  void solve() {
    for (int pivot = 0; pivot < MAX_PIVOTS; pivot++) {
      price();
      int column = entering();
      if (column == Integer.MIN_VALUE || !enter(column)) {
        return;
      }
    }
  }

  private void price() {
    for (int j = 0; j <= lengths; j++) {
      prices[j] = 0;
      for (int row = 0; row <= lengths; row++) {
        prices[j] += gain(basis[row]) * inverse[row][j];
      }
    }
  }

  private int entering() {
    for (int column = -1 - lengths; column < columns(); column++) {
      double cost = 0;
      for (int row = 0; row <= lengths; row++) {
        cost += prices[row] * entry(row, column);
      }
      double gain = gain(column) - cost;
      if (gain > NO_GAIN * Math.max(1, Math.abs(cost)) && !isBasic(column)) {
        return column;
      }
    }
    return Integer.MIN_VALUE;
  }

  private boolean isBasic(int column) {
    for (int basic : basis) {
      if (basic == column) {
        return true;
      }
    }
    return false;
  }

  private boolean enter(int column) {
    double[] direction = new double[lengths + 1];
    for (int row = 0; row <= lengths; row++) {
      for (int j = 0; j <= lengths; j++) {
        direction[row] += inverse[row][j] * entry(j, column);
      }
    }
    int leaving = -1;
    double least = Double.POSITIVE_INFINITY;
    for (int row = 0; row <= lengths; row++) {
      if (direction[row] > NO_GAIN) {
        double ratio = rightSide[row] / direction[row];
        if (ratio < least || (ratio == least && basis[row] < basis[leaving])) {
          least = ratio;
          leaving = row;
        }
      }
    }
    if (leaving < 0) {
      return false;
    }
    basis[leaving] = column;
    rightSide[leaving] /= direction[leaving];
    for (int j = 0; j <= lengths; j++) {
      inverse[leaving][j] /= direction[leaving];
    }
    for (int row = 0; row <= lengths; row++) {
      if (row != leaving) {
        rightSide[row] = Math.max(0, rightSide[row] - direction[row] * rightSide[leaving]);
        for (int j = 0; j <= lengths; j++) {
          inverse[row][j] -= direction[row] * inverse[leaving][j];
        }
      }
    }
    return true;
  }

  /** Returns the lengths at the minimum. */
  double[] minimiser() {
    double[] minimiser = new double[lengths];
    for (int i = 0; i < lengths; i++) {
      minimiser[i] = Math.clamp(prices[i], 0, limit);
    }
    return minimiser;
  }

  /** Returns the weighted sum of the functions, which is at most {@code max(0, g_1, g_2, ...)}. */
  LinearFunction support() {
    double[] weights = new double[functions.size()];
    double sum = 0;
    for (int row = 0; row <= lengths; row++) {
      if (basis[row] >= lengths) {
        weights[basis[row] - lengths] = Math.max(0, rightSide[row]);
        sum += weights[basis[row] - lengths];
      }
    }
    double constant = 0;
    double[] slopes = new double[lengths];
    for (int k = 0; k < weights.length; k++) {
      double weight = weights[k] / Math.max(1, sum);
      constant += weight * functions.get(k).constant();
      for (int i = 0; i < lengths; i++) {
        slopes[i] += weight * functions.get(k).slope(i);
      }
    }
    return new LinearFunction(constant, slopes);
  }
}
