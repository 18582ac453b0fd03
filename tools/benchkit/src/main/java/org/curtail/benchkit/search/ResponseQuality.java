package org.curtail.benchkit.search;

import org.curtail.benchkit.results.Quality;

/**
 * Quality of one answer relative to another (Adaptive parallelism paper, section 6.1): the best hit
 * is compared with the best, the second with the second, and so on. A rank's weight is added if the
 * tested hit has the higher relevance, subtracted if it has the lower, and neither if they are
 * equal.
 *
 * <p>Proportional weights are the same for each rank, 1/4 of four; exponential ones twice that of
 * the next rank, 8/15, 4/15, 2/15 and 1/15 of four. Weights add up to 1 over the ranks of the
 * longer answer, so that a query with few matches counts like any other; a missing hit has the
 * lower relevance.
 */
public final class ResponseQuality {
  private ResponseQuality() {}

  /**
   * Compares two answers.
   *
   * @param baseline relevance of its hits, best first; may be empty
   * @param tested the same of the other answer
   */
  public static Quality of(float[] baseline, float[] tested) {
    int ranks = Math.max(baseline.length, tested.length);
    int balance = 0;
    double exponential = 0;
    for (int rank = 0; rank < ranks; rank++) {
      int sign = sign(baseline, tested, rank);
      balance += sign;
      exponential += sign * exponentialWeight(rank, ranks);
    }
    return ranks == 0 ? Quality.EQUAL : new Quality((double) balance / ranks, exponential);
  }

  private static int sign(float[] baseline, float[] tested, int rank) {
    if (rank >= baseline.length) {
      return 1;
    }
    if (rank >= tested.length) {
      return -1;
    }
    return Integer.signum(Float.compare(tested[rank], baseline[rank]));
  }

  /**
   * The exponential weight of a rank.
   *
   * @param rank from 0, the best
   */
  static double exponentialWeight(int rank, int ranks) {
    // 2^(ranks-1-rank) / (2^ranks - 1), without numbers too great for a double.
    return Math.scalb(1.0, -1 - rank) / (1 - Math.scalb(1.0, -ranks));
  }
}
