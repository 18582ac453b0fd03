package org.curtail.lucene.ranked;

/**
 * Rule for the early end of a search in order of importance (Adaptive parallelism paper, section
 * 2.3). The remaining documents are all less important. The search stops when none of them can
 * enter the top even with the assumed greatest dynamic score.
 */
public sealed interface Termination {
  /** No early end. */
  Termination OFF = new Off();

  /** Ends only if the rest cannot matter. The result is that of the whole index. */
  Termination SAFE = new Safe();

  /** No early end. */
  record Off() implements Termination {
    @Override
    public double dynamicBound(double upperBound) {
      return Double.POSITIVE_INFINITY;
    }
  }

  /** Assumes the query's own upper bound of the dynamic score, from Lucene's impacts. */
  record Safe() implements Termination {
    @Override
    public double dynamicBound(double upperBound) {
      return upperBound;
    }
  }

  /**
   * Ends if the rest is unlikely to matter. Assumes a share of the query's upper bound that
   * documents hardly ever reach.
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
   * Assumed greatest dynamic score of the remaining documents.
   *
   * @param upperBound upper bound of the query's dynamic score; may be infinite
   */
  double dynamicBound(double upperBound);
}
