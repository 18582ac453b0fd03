package org.curtail.lucene.ranked;

/**
 * When a search in order of importance may stop (Adaptive parallelism paper, section 2.3): when the
 * documents that are left, all of them less important, cannot enter the top with the dynamic score
 * that is taken to be the greatest that one of them could have.
 */
public sealed interface Termination {
  /** Never: every chunk is visited. */
  Termination OFF = new Off();

  /** Only if the rest cannot matter: the result is that of the whole index. */
  Termination SAFE = new Safe();

  /** Every chunk is visited. */
  record Off() implements Termination {
    @Override
    public double dynamicBound(double upperBound) {
      return Double.POSITIVE_INFINITY;
    }
  }

  /** The greatest dynamic score is the query's own upper bound, from Lucene's impacts. */
  record Safe() implements Termination {
    @Override
    public double dynamicBound(double upperBound) {
      return upperBound;
    }
  }

  /**
   * The rest is unlikely to matter: the greatest dynamic score is taken to be a share of the
   * query's upper bound, which documents hardly ever reach.
   *
   * @param share 0 to 1, learned from a query log by {@link TerminationLearning}; 1 is safe
   */
  record Probable(double share) implements Termination {
    public Probable {
      if (!(share >= 0 && share <= 1)) {
        throw new IllegalArgumentException("expected a share of 0 to 1, found " + share);
      }
    }

    @Override
    public double dynamicBound(double upperBound) {
      return Double.isInfinite(upperBound) ? upperBound : share * upperBound;
    }
  }

  /**
   * The dynamic score that no document left is taken to exceed.
   *
   * @param upperBound of the query's dynamic score; may be infinite
   */
  double dynamicBound(double upperBound);
}
