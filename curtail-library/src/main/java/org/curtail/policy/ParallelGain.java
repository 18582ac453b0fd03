package org.curtail.policy;

import org.curtail.Profile;
import org.curtail.Progress;

/**
 * What threads do for a service's requests, by the {@link Speedups} of its whole work. Immutable.
 */
final class ParallelGain {
  private final Speedups speedups;

  /** {@code logGain[d]}: of the thread that makes d threads d + 1. */
  private final double[] logGain;

  private ParallelGain(Speedups speedups, double[] logGain) {
    this.speedups = speedups;
    this.logGain = logGain;
  }

  static ParallelGain of(Profile profile) {
    Speedups speedups = Speedups.of(profile);
    double[] logGain = new double[profile.maxDegree()];
    for (int degree = 1; degree < profile.maxDegree(); degree++) {
      logGain[degree] = logGain(speedups, degree);
    }
    return new ParallelGain(speedups, logGain);
  }

  /** A thread more saves time and costs core-time; a thread that costs none is worth any price. */
  private static double logGain(Speedups speedups, int degree) {
    double saved = 1 / speedups.at(degree) - 1 / speedups.at(degree + 1);
    double cost = (degree + 1) / speedups.at(degree + 1) - degree / speedups.at(degree);
    if (saved <= 0) {
      return Double.NEGATIVE_INFINITY;
    }
    return cost <= 0 ? Double.POSITIVE_INFINITY : StrictMath.log(saved / cost);
  }

  /** Logarithm of the time saved per core-time spent by one thread more than so many. */
  double logGain(int threads) {
    return threads < logGain.length ? logGain[threads] : Double.NEGATIVE_INFINITY;
  }

  /** See {@link Speedups#usefulDegree}. */
  int usefulDegree() {
    return speedups.usefulDegree();
  }

  /** See {@link Speedups#isMonotone}. */
  boolean isMonotone() {
    return speedups.isMonotone();
  }

  /** See {@link Speedups#at(double)}. */
  double speedup(double degree) {
    return speedups.at(degree);
  }

  /** See {@link Speedups#doneMs}. */
  double workMs(Progress request) {
    return speedups.doneMs(request);
  }
}
