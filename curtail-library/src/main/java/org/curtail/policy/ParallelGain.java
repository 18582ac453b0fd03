package org.curtail.policy;

import org.curtail.Profile;
import org.curtail.Progress;

/**
 * What threads do for a service's requests, by the speedups of its whole work: s(d) is the mean
 * time at degree 1 over that at degree d. Immutable.
 */
final class ParallelGain {
  /** {@code speedup[d]}; index 0 is not used. */
  private final double[] speedup;

  /** {@code logGain[d]}: of the thread that makes d threads d + 1. */
  private final double[] logGain;

  private final int usefulDegree;

  private ParallelGain(double[] speedup, double[] logGain, int usefulDegree) {
    this.speedup = speedup;
    this.logGain = logGain;
    this.usefulDegree = usefulDegree;
  }

  static ParallelGain of(Profile profile) {
    int maxDegree = profile.maxDegree();
    double[] speedup = new double[maxDegree + 1];
    double[] logGain = new double[maxDegree];
    int useful = 1;
    for (int degree = 1; degree <= maxDegree; degree++) {
      speedup[degree] = profile.meanMs(1) / profile.meanMs(degree);
      if (speedup[degree] > speedup[useful]) {
        useful = degree;
      }
    }
    for (int degree = 1; degree < maxDegree; degree++) {
      logGain[degree] = logGain(speedup, degree);
    }
    return new ParallelGain(speedup, logGain, useful);
  }

  /** A thread more saves time and costs core-time; a thread that costs none is worth any price. */
  private static double logGain(double[] speedup, int degree) {
    double saved = 1 / speedup[degree] - 1 / speedup[degree + 1];
    double cost = (degree + 1) / speedup[degree + 1] - degree / speedup[degree];
    if (saved <= 0) {
      return Double.NEGATIVE_INFINITY;
    }
    return cost <= 0 ? Double.POSITIVE_INFINITY : StrictMath.log(saved / cost);
  }

  /** Logarithm of the time saved per core-time spent by one thread more than so many. */
  double logGain(int threads) {
    return threads < logGain.length ? logGain[threads] : Double.NEGATIVE_INFINITY;
  }

  /** The degree with the greatest speedup; more threads than that do harm. */
  int usefulDegree() {
    return usefulDegree;
  }

  /** Interpolated between whole degrees; the degree is limited to those measured. */
  double speedup(double degree) {
    double limited = Math.clamp(degree, 1, speedup.length - 1);
    int whole = (int) limited;
    return whole == speedup.length - 1
        ? speedup[whole]
        : speedup[whole] + (limited - whole) * (speedup[whole + 1] - speedup[whole]);
  }

  /**
   * How much of a request's sequential demand is done, in milliseconds, as far as that can be told
   * from outside: its execution time at the speedup of its mean degree.
   */
  double workMs(Progress request) {
    long executionNanos = request.executionNanos();
    if (executionNanos == 0) {
      return 0;
    }
    double meanDegree = (double) request.attainedNanos() / executionNanos;
    return executionNanos / 1e6 * speedup(meanDegree);
  }
}
