package org.curtail.hedge;

/**
 * How many further attempts there may be beside the first ones: a bucket of tokens, empty at first.
 * Every first attempt puts a fraction of a token in, every further attempt, be it a hedge or a
 * retry, takes one out. So further attempts are never more than that fraction of the first ones,
 * and never more than the burst beyond it in any period. Hedges that are given the same budget
 * share it. Safe for all threads.
 */
public final class HedgeBudget {
  private HedgeBudget() {}

  /** With a burst of 100. */
  public static HedgeBudget of(double fraction) {
    return of(fraction, 100);
  }

  /**
   * @param fraction further attempts per first attempt; more than 0, at most 1 for each attempt of
   *     the plan, in all at most 100
   * @param burst most tokens that are saved up for bad moments, at least 1
   * @throws IllegalArgumentException if one is out of range
   */
  public static HedgeBudget of(double fraction, int burst) {
    throw new UnsupportedOperationException("HedgeBudget.of: " + fraction + ", " + burst);
  }

  /** Further attempts per first attempt. */
  public double fraction() {
    throw new UnsupportedOperationException("fraction");
  }

  /** Most tokens that are saved up. */
  public int burst() {
    throw new UnsupportedOperationException("burst");
  }

  /** Tokens at this moment, from 0 to the burst. */
  public double tokens() {
    throw new UnsupportedOperationException("tokens");
  }
}
