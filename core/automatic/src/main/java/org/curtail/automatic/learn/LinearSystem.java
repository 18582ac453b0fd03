package org.curtail.automatic.learn;

/** Small systems of linear equations. Pure functions. */
final class LinearSystem {
  private LinearSystem() {}

  /**
   * Returns the inverse of a matrix, by Gauss-Jordan elimination with the greatest pivot of each
   * column.
   *
   * @throws ArithmeticException if there is none
   */
  static double[][] inverse(double[][] matrix) {
    int n = matrix.length;
    double[][] rows = new double[n][2 * n];
    for (int i = 0; i < n; i++) {
      System.arraycopy(matrix[i], 0, rows[i], 0, n);
      rows[i][n + i] = 1;
    }
    for (int column = 0; column < n; column++) {
      int pivot = column;
      for (int i = column + 1; i < n; i++) {
        pivot = Math.abs(rows[i][column]) > Math.abs(rows[pivot][column]) ? i : pivot;
      }
      double[] swapped = rows[column];
      rows[column] = rows[pivot];
      rows[pivot] = swapped;
      if (rows[column][column] == 0) {
        throw new ArithmeticException("the matrix has no inverse: column " + column + " depends");
      }
      scale(rows[column], 1 / rows[column][column]);
      for (int i = 0; i < n; i++) {
        if (i != column) {
          subtract(rows[i], rows[i][column], rows[column]);
        }
      }
    }
    double[][] inverse = new double[n][n];
    for (int i = 0; i < n; i++) {
      System.arraycopy(rows[i], n, inverse[i], 0, n);
    }
    return inverse;
  }

  private static void scale(double[] row, double factor) {
    for (int j = 0; j < row.length; j++) {
      row[j] *= factor;
    }
  }

  private static void subtract(double[] row, double times, double[] other) {
    for (int j = 0; times != 0 && j < row.length; j++) {
      row[j] -= times * other[j];
    }
  }

  static double[] times(double[][] matrix, double[] vector) {
    double[] product = new double[matrix.length];
    for (int i = 0; i < matrix.length; i++) {
      for (int j = 0; j < vector.length; j++) {
        product[i] += matrix[i][j] * vector[j];
      }
    }
    return product;
  }

  /** Returns a vector times a matrix times the vector. */
  static double quadratic(double[][] matrix, double[] vector) {
    double[] product = times(matrix, vector);
    double sum = 0;
    for (int i = 0; i < vector.length; i++) {
      sum += vector[i] * product[i];
    }
    return sum;
  }
}
