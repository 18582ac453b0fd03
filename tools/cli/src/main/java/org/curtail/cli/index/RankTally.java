package org.curtail.cli.index;

import java.util.Arrays;

/** Collects static ranks for their summary. Not thread-safe. */
final class RankTally {
  private double[] ranks = new double[1024];
  private int count;

  /**
   * Adds a rank.
   *
   * @param rank finite and at least 0
   */
  void add(double rank) {
    if (!(rank >= 0 && rank < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException("expected a rank of 0 or more, found " + rank);
    }
    if (count == ranks.length) {
      ranks = Arrays.copyOf(ranks, 2 * count);
    }
    ranks[count++] = rank;
  }

  /** The summary of all added ranks, at least one. */
  RankSummary summary(String kind) {
    if (count == 0) {
      throw new IllegalStateException("expected ranks, found none");
    }
    double[] sorted = Arrays.copyOf(ranks, count);
    Arrays.sort(sorted);
    return new RankSummary(kind, sorted[count - 1], sorted[(count - 1) / 2]);
  }
}
