package org.curtail.plan;

import java.util.Arrays;
import org.curtail.Profile;

/**
 * Figures 6 and 7 of the Few-to-Many paper, literally: nested loops over v0, v1, ..., each from 0
 * to a limit, and equations 1 to 5 for each of them. Shares no code with the planner. Public for
 * curtail-jmh, which measures its time.
 */
public final class BruteForce {
  /** Comparisons ignore rounding, as in the planner. */
  private static final double ROUNDING = 1e-12;

  private final Profile profile;
  private final double target;
  private final int tailIndex;
  private final int load;
  private final double[] v;

  double tailMs = Double.POSITIVE_INFINITY;
  double meanMs = Double.POSITIVE_INFINITY;

  /**
   * Searches all schedules.
   *
   * @param limitSteps greatest multiple of the step for each of v0, v1, ...; its length is n
   */
  public BruteForce(
      Profile profile, double beta, double target, int load, double stepMs, int... limitSteps) {
    this.profile = profile;
    this.target = target;
    this.load = load;
    tailIndex = (int) Math.ceil(beta * profile.requests() - 1e-9) - 1;
    v = new double[limitSteps.length];
    loop(0, stepMs, limitSteps);
  }

  private void loop(int i, double stepMs, int[] limitSteps) {
    if (i == v.length) {
      evaluate();
      return;
    }
    for (int steps = 0; steps <= limitSteps[i]; steps++) {
      v[i] = steps * stepMs;
      loop(i + 1, stepMs, limitSteps);
    }
  }

  private void evaluate() {
    double[] times = new double[profile.requests()];
    double sum = 0;
    double threads = 0;
    for (int r = 0; r < times.length; r++) {
      times[r] = time(r);
      sum += times[r];
      threads += times[r] * averageParallelism(r, times[r]);
    }
    if (threads / sum * load > target * (1 + 1e-9)) {
      return;
    }
    Arrays.sort(times);
    double tail = times[tailIndex];
    double mean = sum / times.length;
    boolean less = tail < tailMs * (1 - ROUNDING);
    boolean same = tail <= tailMs * (1 + ROUNDING);
    if (less || (same && mean < meanMs)) {
      tailMs = tail;
      meanMs = mean;
    }
  }

  /** Returns the part of an interval after the serial part of a request. */
  private double shared(int r, int degree) {
    double end = 0;
    for (int d = 1; d <= degree; d++) {
      end += v[d];
    }
    return Math.max(0, Math.min(v[degree], end - profile.serialMs(r)));
  }

  private double sharedWork(int r) {
    return profile.timeMs(r, 1) - profile.serialMs(r);
  }

  private double speedup(int r, int degree) {
    return sharedWork(r) / (profile.timeMs(r, degree) - profile.serialMs(r));
  }

  /** Returns the degree at which a request ends: the first with an interval that is long enough. */
  private int lastDegree(int r) {
    double work = 0;
    for (int d = 1; d < v.length; d++) {
      work += speedup(r, d) * shared(r, d);
      if (sharedWork(r) <= work) {
        return d;
      }
    }
    return v.length;
  }

  private double workBefore(int r, int degree) {
    double work = 0;
    for (int d = 1; d < degree; d++) {
      work += speedup(r, d) * shared(r, d);
    }
    return work;
  }

  /** Equation 1, with the serial part before. */
  private double time(int r) {
    int last = lastDegree(r);
    double time = (sharedWork(r) - workBefore(r, last)) / speedup(r, last);
    for (int i = 1; i < last; i++) {
      time += shared(r, i);
    }
    return v[0] + profile.serialMs(r) + time;
  }

  /** Equation 2, with one thread in the serial part. */
  private double averageParallelism(int r, double time) {
    int last = lastDegree(r);
    double threads = last * (sharedWork(r) - workBefore(r, last)) / speedup(r, last);
    for (int i = 1; i < last; i++) {
      threads += i * shared(r, i);
    }
    return (profile.serialMs(r) + threads) / time;
  }
}
