package org.curtail.predict;

import java.util.Arrays;

/**
 * Least squares over observations that fade, with a ridge (recursive least squares; Ljung: System
 * Identification, section 11.2). The sums are kept as normal equations, which stay exact even when
 * old observations have nearly faded. The first term is the constant, without a ridge. Memory is
 * fixed; not thread-safe.
 */
final class FadingLeastSquares {
  /**
   * Strength of the ridge: as if a tenth of an observation, in units of the terms, had shown no
   * slope.
   */
  private static final double RIDGE = 0.1;

  /** Keeps the equations solvable while nothing is known. */
  private static final double NEGLIGIBLE = 1e-9;

  private final int terms;

  /** Sums of products of terms, the lower triangle, row by row. */
  private final double[] products;

  /** Sums of products of a term and the value to explain. */
  private final double[] moments;

  private final double[] factor;
  private double weight;

  /**
   * Least squares over no observation yet.
   *
   * @param terms number of terms with the constant, at least 1
   */
  FadingLeastSquares(int terms) {
    this.terms = terms;
    products = new double[terms * (terms + 1) / 2];
    moments = new double[terms];
    factor = new double[products.length];
  }

  /** Number of observations, each with its remaining weight. */
  double weight() {
    return weight;
  }

  void clear() {
    fade(0);
  }

  /** Reduces the weight of all observations to this share. */
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
   * @param y the value that the terms explain
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

  /** Computes the coefficients that fit best, by Cholesky's factors. */
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
