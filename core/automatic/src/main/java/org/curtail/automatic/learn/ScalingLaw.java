package org.curtail.automatic.learn;

import java.util.List;

/**
 * Law of speedups by degree and demand, with three parameters. At degree d a request of demand t
 * takes {@code 1/d + serial (1 - 1/d) + contention (d - 1) + fixed/t} of its time at degree 1. The
 * first two terms are Amdahl's law. The third is the cost of each further thread (Gunther's
 * universal scalability law). The last is a cost independent of the demand, so that short requests
 * may lose. Immutable.
 *
 * <p>Fitted by least squares, weighted by the certainty of the observations, with usual parameters
 * as a prior. With few observations the prior dominates, and it is cautious. No parameter is below
 * 0.
 */
public final class ScalingLaw {
  private static final int TERMS = 3;

  /** Usual parameters: serial, contention, and the fixed cost as a share of a typical demand. */
  private static final double[] USUAL = {0.1, 0.005, 0};

  private static final double[] USUAL_DEVIATION = {0.2, 0.02, 0.1};

  private final double typicalNanos;
  private final double[] numbers;
  private final double[][] covariance;

  private ScalingLaw(double typicalNanos, double[] numbers, double[][] covariance) {
    this.typicalNanos = typicalNanos;
    this.numbers = numbers;
    this.covariance = covariance;
  }

  /**
   * Returns the law that fits best.
   *
   * @param misfit standard deviation of the logarithm of true speedups about any such law
   * @param typicalNanos a typical demand
   */
  static ScalingLaw of(List<ObservedSpeedups> groups, double misfit, double typicalNanos) {
    double[][] precision = new double[TERMS][TERMS];
    double[] target = new double[TERMS];
    for (int i = 0; i < TERMS; i++) {
      precision[i][i] = 1 / (USUAL_DEVIATION[i] * USUAL_DEVIATION[i]);
      target[i] = precision[i][i] * USUAL[i];
    }
    for (ObservedSpeedups group : groups) {
      for (int d = 2; d <= group.maxDegree(); d++) {
        if (group.isSeen(d)) {
          add(group, d, misfit, typicalNanos, precision, target);
        }
      }
    }
    return new ScalingLaw(
        typicalNanos, notNegative(precision, target), LinearSystem.inverse(precision));
  }

  private static void add(
      ObservedSpeedups group,
      int degree,
      double misfit,
      double typicalNanos,
      double[][] precision,
      double[] target) {
    double slowness = StrictMath.exp(-group.log(degree));
    double weight = 1 / (slowness * slowness * (group.variance(degree) + misfit * misfit));
    double[] terms = terms(degree, typicalNanos / group.demandNanos());
    for (int i = 0; i < TERMS; i++) {
      target[i] += weight * terms[i] * (slowness - 1.0 / degree);
      for (int j = 0; j < TERMS; j++) {
        precision[i][j] += weight * terms[i] * terms[j];
      }
    }
  }

  private static double[] terms(int degree, double typicalOverDemand) {
    return new double[] {1 - 1.0 / degree, degree - 1, typicalOverDemand};
  }

  /** Returns the best solution without negative parameters; some are then 0. */
  private static double[] notNegative(double[][] precision, double[] target) {
    double[] best = new double[TERMS];
    double least = 0;
    for (int used = 1; used < 1 << TERMS; used++) {
      double[][] reduced = new double[TERMS][TERMS];
      double[] wanted = new double[TERMS];
      for (int i = 0; i < TERMS; i++) {
        reduced[i][i] = 1;
        if ((used >> i & 1) == 1) {
          wanted[i] = target[i];
          for (int j = 0; j < TERMS; j++) {
            reduced[i][j] = (used >> j & 1) == 1 ? precision[i][j] : 0;
          }
        }
      }
      double[] numbers = LinearSystem.times(LinearSystem.inverse(reduced), wanted);
      double cost = LinearSystem.quadratic(precision, numbers);
      boolean isPossible = true;
      for (int i = 0; i < TERMS; i++) {
        cost -= 2 * target[i] * numbers[i];
        isPossible &= numbers[i] >= 0;
      }
      if (isPossible && cost < least) {
        least = cost;
        best = numbers;
      }
    }
    return best;
  }

  /** Returns the logarithm of the speedup; at most that of the degree. */
  double logSpeedup(int degree, double demandNanos) {
    return -StrictMath.log(slowness(degree, terms(degree, typicalNanos / demandNanos)));
  }

  private double slowness(int degree, double[] terms) {
    double slowness = 1.0 / degree;
    for (int i = 0; i < TERMS; i++) {
      slowness += numbers[i] * terms[i];
    }
    return slowness;
  }

  /** Returns the variance of {@link #logSpeedup}, if true speedups follow such a law. */
  double variance(int degree, double demandNanos) {
    double[] terms = terms(degree, typicalNanos / demandNanos);
    double slowness = slowness(degree, terms);
    return LinearSystem.quadratic(covariance, terms) / (slowness * slowness);
  }

  /** Returns the share of a request that no thread makes faster: Amdahl's serial part. */
  double serial() {
    return numbers[0];
  }

  /** Returns the cost of each further thread as a share of the request. */
  double contention() {
    return numbers[1];
  }

  /** Returns the cost of several threads, independent of the demand, in nanoseconds. */
  double fixedNanos() {
    return numbers[2] * typicalNanos;
  }
}
