package org.curtail.traces.compare;

import java.util.List;
import org.apache.commons.statistics.distribution.HypergeometricDistribution;

/**
 * Whether more or fewer of the slowest times are of the second window than would be by chance: the
 * exact test of Fisher and Mantel and Haenszel. In each step the slowest 5 % are fixed, and chance
 * says which window each is of; how many are of the second, in all steps together, has a
 * distribution that is worked out, not approximated.
 */
final class SlowestShare {
  /** Less than any sum of so many such chances could matter. */
  private static final double NOTHING = 1e-40;

  private SlowestShare() {}

  /** The chances of some successive counts. */
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

    /** Without those at the ends that are next to impossible. */
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

  /** Twice the chance of a count at least as far on its side, if nothing changed; at most 1. */
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
