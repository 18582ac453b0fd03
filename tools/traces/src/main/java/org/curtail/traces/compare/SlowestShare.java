package org.curtail.traces.compare;

import java.util.List;
import org.apache.commons.statistics.distribution.HypergeometricDistribution;

/**
 * Test for a changed share of the slowest times in the second window: the exact test of Fisher, and
 * Mantel and Haenszel. In each step, the slowest 5 % of all times are fixed. Without a change,
 * chance decides the window of each. The distribution of the number in the second window, over all
 * steps, is computed exactly.
 */
final class SlowestShare {
  /** Probability that does not matter, even in sums. */
  private static final double NOTHING = 1e-40;

  private SlowestShare() {}

  /** Probabilities of successive counts. */
  private static final class Counts {
    private final int least;
    private final double[] chances;

    Counts(int least, double[] chances) {
      this.least = least;
      this.chances = chances;
    }

    Counts plus(Counts other) {
      double[] sums = new double[chances.length + other.chances.length - 1];
      for (int i = 0; i < chances.length; i++) {
        for (int j = 0; j < other.chances.length; j++) {
          sums[i + j] += chances[i] * other.chances[j];
        }
      }
      return new Counts(least + other.least, sums).likely();
    }

    /** Removes practically impossible counts at the ends. */
    private Counts likely() {
      int from = 0;
      int to = chances.length;
      while (from < to - 1 && chances[from] < NOTHING) {
        from++;
      }
      while (to > from + 1 && chances[to - 1] < NOTHING) {
        to--;
      }
      double[] kept = new double[to - from];
      System.arraycopy(chances, from, kept, 0, kept.length);
      return new Counts(least + from, kept);
    }

    double atMost(int count) {
      double sum = 0;
      for (int i = 0; i < chances.length && least + i <= count; i++) {
        sum += chances[i];
      }
      return sum;
    }

    double atLeast(int count) {
      double sum = 0;
      for (int i = chances.length - 1; i >= 0 && least + i >= count; i--) {
        sum += chances[i];
      }
      return sum;
    }
  }

  private static Counts of(PooledTimes step) {
    var chance = HypergeometricDistribution.of(step.size(), step.slowest(), step.after());
    int least = chance.getSupportLowerBound();
    double[] chances = new double[chance.getSupportUpperBound() - least + 1];
    for (int i = 0; i < chances.length; i++) {
      chances[i] = chance.probability(least + i);
    }
    return new Counts(least, chances).likely();
  }

  /** Returns the two-sided p-value: twice the smaller one-sided p-value, at most 1. */
  static double p(List<PooledTimes> steps) {
    var counts = new Counts(0, new double[] {1});
    int seen = 0;
    for (PooledTimes step : steps) {
      if (step.slowest() > 0) {
        counts = counts.plus(of(step));
        seen += step.slowestAfter();
      }
    }
    return Math.min(1, 2 * Math.min(counts.atMost(seen), counts.atLeast(seen)));
  }
}
