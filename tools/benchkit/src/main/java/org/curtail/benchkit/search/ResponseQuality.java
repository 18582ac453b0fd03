package org.curtail.benchkit.search;

import org.curtail.benchkit.results.Quality;

/**
 * Quality of an answer relative to another one (Adaptive parallelism paper, section 6.1). Hits of
 * the same rank are compared. The weight of a rank is added if the tested hit has the greater
 * relevance, and subtracted if it has the lower one.
 *
 * <p>Proportional weights are equal: 1/4 for four ranks. Exponential weights halve from rank to
 * rank: 8/15, 4/15, 2/15 and 1/15 for four. The sum of weights over the ranks of the longer answer
 * is 1, so all queries count equally. A missing hit has the lower relevance.
 */
public final class ResponseQuality {
  private ResponseQuality() {}

  /**
   * Returns the quality of an answer.
   *
   * @param baseline relevance of the hits of the reference, best first; may be empty
   * @param tested relevance of the hits of the tested answer, best first; may be empty
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
   * Returns the exponential weight of a rank.
   *
   * @param rank rank from 0, the best
   */
  static double exponentialWeight(int rank, int ranks) {
    // This is 2^(ranks-1-rank) / (2^ranks - 1), without an overflow.
    return Math.scalb(1.0, -1 - rank) / (1 - Math.scalb(1.0, -ranks));
  }
}
