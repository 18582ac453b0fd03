package org.curtail.policy.demand;

import java.util.stream.IntStream;
import org.curtail.Profile;
import org.curtail.Progress;

/**
 * The speedups of a profile's work: s(d) is the mean time at degree 1 divided by the mean time at
 * degree d. With them, a policy estimates the progress of a request from the times of its threads.
 * Immutable.
 */
public final class Speedups {
  private static final double NANOS_PER_MS = 1e6;

  /** {@code speedup[d]}; index 0 is not used. */
  private final double[] speedup;

  private final int usefulDegree;

  private Speedups(double[] speedup, int usefulDegree) {
    this.speedup = speedup;
    this.usefulDegree = usefulDegree;
  }

  public static Speedups of(Profile profile) {
    return of(profile, new double[profile.maxDegree() + 1]);
  }

  /**
   * Returns the speedups if only long requests get many threads. The speedup at a degree is that of
   * the requests with so many threads.
   *
   * @param fromMs {@code fromMs[d]} is a demand. Only requests with more demand count at degree d;
   *     there is at least one
   */
  public static Speedups of(Profile profile, double[] fromMs) {
    double[] speedup = new double[profile.maxDegree() + 1];
    int useful = 1;
    for (int degree = 1; degree <= profile.maxDegree(); degree++) {
      double aboveMs = fromMs[degree];
      Profile longer =
          aboveMs == 0
              ? profile
              : profile.select(
                  IntStream.range(0, profile.requests())
                      .filter(request -> profile.timeMs(request, 1) > aboveMs)
                      .toArray());
      speedup[degree] = longer.meanMs(1) / longer.meanMs(degree);
      if (speedup[degree] > speedup[useful]) {
        useful = degree;
      }
    }
    return new Speedups(speedup, useful);
  }

  /** The greatest measured degree. */
  public int maxDegree() {
    return speedup.length - 1;
  }

  /** The degree with the greatest speedup; more threads than that do harm. */
  public int usefulDegree() {
    return usefulDegree;
  }

  /**
   * True if {@link #doneMs} never falls while execution time and attained service rise. For that,
   * up to the useful degree, no thread makes a request slower, and none helps more than those
   * before it.
   */
  public boolean isMonotone() {
    for (int degree = 1; degree < usefulDegree; degree++) {
      boolean slower = speedup[degree + 1] < speedup[degree];
      boolean better = speedup[degree + 1] * degree > speedup[degree] * (degree + 1);
      if (slower || better) {
        return false;
      }
    }
    return true;
  }

  /** The speedup at a degree from 1 to {@link #maxDegree}. */
  public double at(int degree) {
    return speedup[degree];
  }

  /**
   * The speedup at a mean degree, interpolated between whole degrees. The degree is limited to the
   * measured ones.
   */
  public double at(double degree) {
    double limited = Math.clamp(degree, 1, maxDegree());
    int whole = (int) limited;
    return whole == maxDegree()
        ? speedup[whole]
        : speedup[whole] + (limited - whole) * (speedup[whole + 1] - speedup[whole]);
  }

  /**
   * The least degree at which this work is done within a time.
   *
   * @return 0 if there is none
   */
  public int leastDegree(double workMs, double withinMs) {
    for (int degree = 1; degree <= maxDegree(); degree++) {
      if (workMs <= withinMs * speedup[degree]) {
        return degree;
      }
    }
    return 0;
  }

  /**
   * The estimated part of a request's sequential demand that is done, in milliseconds: its
   * execution time at the speedup of its mean degree.
   */
  public double doneMs(Progress request) {
    return request.executionNanos() / NANOS_PER_MS * at(meanDegree(request));
  }

  /**
   * The least part that is done, if each further thread helps less than the one before: as if the
   * request had always had one thread or the greatest number.
   */
  public double leastDoneMs(Progress request) {
    double above = Math.clamp(meanDegree(request), 1, maxDegree()) - 1;
    double share = above == 0 ? 0 : above / (maxDegree() - 1);
    return request.executionNanos() / NANOS_PER_MS * (1 + share * (speedup[maxDegree()] - 1));
  }

  private static double meanDegree(Progress request) {
    return request.executionNanos() == 0
        ? 1
        : (double) request.attainedNanos() / request.executionNanos();
  }
}
