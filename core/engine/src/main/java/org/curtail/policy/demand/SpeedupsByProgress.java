package org.curtail.policy.demand;

import java.util.Arrays;
import org.curtail.Profile;

/**
 * The speedups of the next piece of a request's work, as a function of the work done. These
 * speedups come from the requests of a profile with more demand: from the mean time of a piece of
 * their work at each degree. The work done matters because short requests may lose on two threads
 * where long ones gain (Few-to-Many paper, Figures 1b and 2b). A new request is likely to be short,
 * and a request that has run for long is long. Immutable.
 *
 * <p>The estimate has steps of work. A step begins when a tenth of the remaining requests has
 * ended. The last step begins before fewer than {@value #FEWEST} requests remain, and has no end. A
 * profile with fewer requests has one step. A further thread usually helps longer requests more. If
 * it seems to help them less, by at most {@link #NOISE}, the difference counts as noise and is
 * smoothed.
 */
final class SpeedupsByProgress {
  private static final double SHARE_LEFT_PER_STEP = 0.9;

  /** Minimum number of requests in a mean. */
  static final int FEWEST = 10;

  /** Greatest difference that counts as noise, relative to the time with one thread less. */
  private static final double NOISE = 0.02;

  private static final double ROUNDING = 1e-9;

  /** Work from which each step counts, ascending; the first is 0. */
  private final double[] fromMs;

  private final AscendingNumbers places;

  /**
   * {@code slowness[step][d]} is the time at degree d divided by the time at degree 1; index 0 is
   * not used.
   */
  private final double[][] slowness;

  private final boolean isRising;

  private SpeedupsByProgress(double[] fromMs, double[][] slowness, boolean isRising) {
    this.fromMs = fromMs;
    places = AscendingNumbers.of(fromMs);
    this.slowness = slowness;
    this.isRising = isRising;
  }

  static SpeedupsByProgress of(Profile profile) {
    int[] ascending = profile.byDemand();
    int maxDegree = profile.maxDegree();
    double[] fromMs = new double[ascending.length + 1];
    double[][] slowness = new double[ascending.length + 1][];
    double[] weights = new double[ascending.length + 1];
    double[] sums = new double[maxDegree + 1];
    double left = 0;
    // From the longest demand to the shortest: the estimate of a step covers all requests so far.
    int step = fromMs.length;
    double leftAtStep = 0;
    for (int i = ascending.length - 1; i >= 0; i--) {
      int request = ascending[i];
      double weight = profile.weight(request);
      left += weight;
      for (int degree = 1; degree <= maxDegree; degree++) {
        sums[degree] += weight * profile.timeMs(request, degree) / profile.timeMs(request, 1);
      }
      double belowMs = i == 0 ? 0 : profile.timeMs(ascending[i - 1], 1);
      boolean isBorder =
          i == 0
              || (belowMs < profile.timeMs(request, 1)
                  && ascending.length - i >= FEWEST
                  && leftAtStep <= left * SHARE_LEFT_PER_STEP);
      if (isBorder) {
        step--;
        fromMs[step] = belowMs;
        slowness[step] = mean(sums, left);
        weights[step] = left - leftAtStep;
        leftAtStep = left;
      }
    }
    return smoothed(
        Arrays.copyOfRange(fromMs, step, fromMs.length),
        Arrays.copyOfRange(slowness, step, fromMs.length),
        Arrays.copyOfRange(weights, step, fromMs.length));
  }

  private static double[] mean(double[] sums, double weight) {
    return Arrays.stream(sums).map(sum -> sum / weight).toArray();
  }

  private static SpeedupsByProgress smoothed(
      double[] fromMs, double[][] slowness, double[] weights) {
    int maxDegree = slowness[0].length - 1;
    double[][] ratios = new double[maxDegree + 1][];
    boolean isRising = true;
    for (int degree = 2; degree <= maxDegree; degree++) {
      double[] ratio = new double[fromMs.length];
      for (int step = 0; step < ratio.length; step++) {
        ratio[step] = slowness[step][degree] / slowness[step][degree - 1];
      }
      double[] falling = FallingFit.of(ratio, weights);
      boolean isNoise = greatestDifference(ratio, falling) <= NOISE;
      isRising &= isNoise;
      ratios[degree] = isNoise ? falling : ratio;
    }
    int steps = 0;
    double[] keptFromMs = new double[fromMs.length];
    double[][] kept = new double[fromMs.length][];
    for (int step = 0; step < fromMs.length; step++) {
      double[] product = new double[maxDegree + 1];
      product[1] = 1;
      for (int degree = 2; degree <= maxDegree; degree++) {
        product[degree] = product[degree - 1] * ratios[degree][step];
      }
      if (steps == 0 || greatestDifference(product, kept[steps - 1]) > ROUNDING) {
        keptFromMs[steps] = fromMs[step];
        kept[steps++] = product;
      }
    }
    return new SpeedupsByProgress(
        Arrays.copyOf(keptFromMs, steps), Arrays.copyOf(kept, steps), isRising);
  }

  private static double greatestDifference(double[] some, double[] others) {
    double greatest = 0;
    for (int i = 0; i < some.length; i++) {
      greatest = Math.max(greatest, Math.abs(some[i] - others[i]));
    }
    return greatest;
  }

  int steps() {
    return fromMs.length;
  }

  /** The step that counts after this work. */
  int step(double workMs) {
    int found = places.place(workMs);
    return Math.max(0, found >= 0 ? found : -found - 2);
  }

  /** Work from which a step counts, in milliseconds; 0 for the first. */
  double fromMs(int step) {
    return fromMs[step];
  }

  /** The greatest degree measured. */
  int maxDegree() {
    return slowness[0].length - 1;
  }

  /**
   * The time at a degree divided by the time at degree 1. The degree is from 1 to {@link
   * #maxDegree}.
   */
  double slowness(int step, int degree) {
    return slowness[step][degree];
  }

  /**
   * The degree up to {@code most} at which work is done fastest.
   *
   * @param most greatest available degree, at least 1
   */
  int usefulDegree(int step, int most) {
    int useful = 1;
    for (int degree = 2; degree <= Math.min(most, maxDegree()); degree++) {
      if (slowness[step][degree] < slowness[step][useful]) {
        useful = degree;
      }
    }
    return useful;
  }

  /** True if the gain of each thread over one thread less never falls as the work done rises. */
  boolean isRising() {
    return isRising;
  }

  /**
   * Numbers that never rise and are nearest to given numbers: isotonic regression by pooling
   * adjacent violators (Ayer et al.: An empirical distribution function for sampling with
   * incomplete information, 1955).
   */
  static final class FallingFit {
    private FallingFit() {}

    /**
     * Returns these numbers, by least squares.
     *
     * @param weights weights of the values; more than 0
     */
    static double[] of(double[] values, double[] weights) {
      double[] means = new double[values.length];
      double[] pooled = new double[values.length];
      int[] counts = new int[values.length];
      int pools = 0;
      for (int i = 0; i < values.length; i++) {
        means[pools] = values[i];
        pooled[pools] = weights[i];
        counts[pools++] = 1;
        while (pools > 1 && means[pools - 1] > means[pools - 2]) {
          double both = pooled[pools - 2] + pooled[pools - 1];
          means[pools - 2] =
              (means[pools - 2] * pooled[pools - 2] + means[pools - 1] * pooled[pools - 1]) / both;
          pooled[pools - 2] = both;
          counts[pools - 2] += counts[pools - 1];
          pools--;
        }
      }
      double[] fit = new double[values.length];
      int next = 0;
      for (int pool = 0; pool < pools; pool++) {
        for (int i = 0; i < counts[pool]; i++) {
          fit[next++] = means[pool];
        }
      }
      return fit;
    }
  }
}
