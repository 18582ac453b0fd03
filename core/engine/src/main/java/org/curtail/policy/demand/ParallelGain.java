package org.curtail.policy.demand;

import org.curtail.Profile;
import org.curtail.Progress;

/**
 * The gain of one more thread for a request, as a function of its work done. This gain comes from
 * {@link SpeedupsByProgress}, so from the requests with more demand. Immutable.
 */
public final class ParallelGain {
  private final SpeedupsByProgress byProgress;

  /** Speedups of requests that get this number of threads, to estimate the work done. */
  private final Speedups speedups;

  /** {@code logGain[step][d]} is the gain from d to d + 1 threads. */
  private final double[][] logGain;

  /** Useful degree at each step. */
  private final int[] usefulDegree;

  /**
   * For each step, true if some thread before the useful degree does harm and only later ones help.
   */
  private final boolean[] needsSeveral;

  private final int greatestDegree;

  private ParallelGain(Profile profile, SpeedupsByProgress byProgress) {
    this.byProgress = byProgress;
    logGain = new double[byProgress.steps()][];
    usefulDegree = new int[byProgress.steps()];
    needsSeveral = new boolean[byProgress.steps()];
    int greatest = 1;
    for (int step = 0; step < logGain.length; step++) {
      logGain[step] = logGains(byProgress, step);
      usefulDegree[step] = byProgress.usefulDegree(step, byProgress.maxDegree());
      needsSeveral[step] = needsSeveral(byProgress, step, usefulDegree[step]);
      greatest = Math.max(greatest, usefulDegree[step]);
    }
    greatestDegree = greatest;
    double[] usedFromMs = new double[profile.maxDegree() + 1];
    for (int degree = 2; degree <= greatest; degree++) {
      int step = 0;
      while (usefulDegree[step] < degree) {
        step++;
      }
      usedFromMs[degree] = byProgress.fromMs(step);
    }
    speedups = Speedups.of(profile, usedFromMs);
  }

  public static ParallelGain of(Profile profile) {
    return new ParallelGain(profile, SpeedupsByProgress.of(profile));
  }

  private static double[] logGains(SpeedupsByProgress byProgress, int step) {
    double[] logGain = new double[byProgress.maxDegree()];
    for (int degree = 1; degree < logGain.length; degree++) {
      logGain[degree] =
          logGain(degree, byProgress.slowness(step, degree), byProgress.slowness(step, degree + 1));
    }
    return logGain;
  }

  /**
   * Returns the gain of one more thread: the time that it saves per core-time that it costs. The
   * gain is infinite if it costs nothing.
   *
   * @param slowness time at this degree for some work
   * @param slownessOfOneMore time with one more thread for the same work
   */
  private static double logGain(int degree, double slowness, double slownessOfOneMore) {
    double saved = slowness - slownessOfOneMore;
    double cost = (degree + 1) * slownessOfOneMore - degree * slowness;
    if (saved <= 0) {
      return Double.NEGATIVE_INFINITY;
    }
    return cost <= 0 ? Double.POSITIVE_INFINITY : StrictMath.log(saved / cost);
  }

  /** Logarithm of the time that one more thread saves per core-time, after this work. */
  public double logGain(int threads, double workMs) {
    double[] ofStep = logGain[byProgress.step(workMs)];
    return threads < ofStep.length ? ofStep[threads] : Double.NEGATIVE_INFINITY;
  }

  private static boolean needsSeveral(SpeedupsByProgress byProgress, int step, int useful) {
    for (int most = 2; most < useful; most++) {
      if (byProgress.usefulDegree(step, most) < most) {
        return true;
      }
    }
    return false;
  }

  /**
   * The best degree for a request after this work: the degree at which it runs fastest.
   *
   * @param most most threads that the request can have. This number matters if a thread does harm
   *     without further threads: threads beyond this number do not count
   */
  public int usefulDegree(double workMs, int most) {
    int step = byProgress.step(workMs);
    return needsSeveral[step] ? byProgress.usefulDegree(step, most) : usefulDegree[step];
  }

  /** The greatest degree that is useful after any work. */
  public int usefulDegree() {
    return greatestDegree;
  }

  /**
   * The work after which the {@linkplain #usefulDegree(double, int) useful degree} changes;
   * infinite if it does not change.
   */
  public double nextDegreeFromMs(double workMs) {
    int now = byProgress.step(workMs);
    for (int step = now + 1; step < usefulDegree.length; step++) {
      if (usefulDegree[step] != usefulDegree[now]) {
        return byProgress.fromMs(step);
      }
    }
    return Double.POSITIVE_INFINITY;
  }

  /** True if the gain of a thread never falls as execution time and attained service rise. */
  public boolean isMonotone() {
    return byProgress.isRising() && speedups.isMonotone();
  }

  /** See {@link Speedups#at(double)}. */
  public double speedup(double degree) {
    return speedups.at(degree);
  }

  /** See {@link Speedups#doneMs}. */
  public double workMs(Progress request) {
    return speedups.doneMs(request);
  }

  /**
   * The greatest speed of work with up to this number of threads, by {@link #workMs}; at least 1.
   */
  public double greatestSpeedup(int threads) {
    double greatest = 1;
    for (int degree = 2; degree <= threads; degree++) {
      greatest = Math.max(greatest, speedups.at(degree));
    }
    return greatest;
  }
}
