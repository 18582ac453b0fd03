package org.curtail.predict;

import java.util.Arrays;

/**
 * Least squares over observations that fade, with a ridge: recursive least squares, kept as normal
 * equations, which stay sound however little is left of old observations (Ljung: System
 * Identification, section 11.2). The first term is the constant, on which there is no ridge. Memory
 * is fixed; not thread-safe.
 */
final class FadingLeastSquares {
  /** As if a tenth of an observation in units of the terms had said that there is no slope. */
  private static final double RIDGE = 0.1;

  /** Keeps the equations solvable while nothing is known. */
  private static final double NEGLIGIBLE = 1e-9;

  private final int terms;

  /** Sums of products of terms, the lower triangle, row by row. */
  private final double[] products;

  /** Sums of products of a term and what is to be explained. */
  private final double[] moments;

  private final double[] factor;
  private double weight;

  /**
   * Knows nothing.
   *
   * @param terms with the constant, at least 1
   */
  FadingLeastSquares(int terms) {
    this.terms = terms;
    products = new double[terms * (terms + 1) / 2];
    moments = new double[terms];
    factor = new double[products.length];
  }

  /** Observations that are left, a faded one counting for what is left of it. */
  double weight() {
    return weight;
  }

  void clear() {
    fade(0);
  }

  /** Leaves this share of the weight of all that was observed. */
  void fade(double share) {
    for (int i = 0; i < products.length; i++) {
      products[i] *= share;
    }
    for (int i = 0; i < terms; i++) {
      moments[i] *= share;
    }
    weight *= share;
  }

  /**
   * Adds an observation.
   *
   * @param x the terms, the first of them 1
   * @param y the value that they explain
   */
  void add(double[] x, double y) {
    int at = 0;
    for (int i = 0; i < terms; i++) {
      for (int j = 0; j <= i; j++) {
        products[at++] += x[i] * x[j];
      }
      moments[i] += x[i] * y;
    }
    weight++;
  }

  /** The coefficients that fit best: by Cholesky's factors. */
  void solve(double[] coefficients) {
    factorise();
    System.arraycopy(moments, 0, coefficients, 0, terms);
    for (int i = 0; i < terms; i++) {
      double sum = coefficients[i];
      for (int j = 0; j < i; j++) {
        sum -= factor[at(i, j)] * coefficients[j];
      }
      coefficients[i] = sum / factor[at(i, i)];
    }
    for (int i = terms - 1; i >= 0; i--) {
      double sum = coefficients[i];
      for (int j = i + 1; j < terms; j++) {
        sum -= factor[at(j, i)] * coefficients[j];
      }
      coefficients[i] = sum / factor[at(i, i)];
    }
  }

  private void factorise() {
    Arrays.fill(factor, 0);
    for (int i = 0; i < terms; i++) {
      for (int j = 0; j <= i; j++) {
        double sum = products[at(i, j)];
        if (i == j) {
          sum += i == 0 ? NEGLIGIBLE : RIDGE;
        }
        for (int k = 0; k < j; k++) {
          sum -= factor[at(i, k)] * factor[at(j, k)];
        }
        factor[at(i, j)] = i == j ? Math.sqrt(Math.max(sum, NEGLIGIBLE)) : sum / factor[at(j, j)];
      }
    }
  }

  private static int at(int row, int column) {
    return row * (row + 1) / 2 + column;
  }
}
