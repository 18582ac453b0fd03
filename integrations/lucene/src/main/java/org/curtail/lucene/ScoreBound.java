package org.curtail.lucene;

import java.io.IOException;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Scorer;
import org.apache.lucene.search.ScorerSupplier;
import org.apache.lucene.search.Weight;
import org.apache.lucene.util.ThreadInterruptedException;

/**
 * Greatest possible score of a query's matches in an index, as its scorers report it from Lucene's
 * impacts.
 */
final class ScoreBound {
  private ScoreBound() {}

  /** Returns the bound; infinite if a scorer has none or fails. */
  static double of(IndexSearcher searcher, LeafScorers scorers) throws IOException {
    if (scorers.areKnown()) {
      return of(searcher, scorers.weight());
    }
    try {
      return of(searcher, scorers.weight());
    } catch (ThreadInterruptedException e) {
      throw e;
    } catch (RuntimeException e) {
      return Double.POSITIVE_INFINITY; // the search itself may still work
    }
  }

  private static double of(IndexSearcher searcher, Weight weight) throws IOException {
    double greatest = 0;
    for (LeafReaderContext leaf : searcher.getIndexReader().leaves()) {
      ScorerSupplier supplier = weight.scorerSupplier(leaf);
      if (supplier != null) {
        supplier.setTopLevelScoringClause();
        Scorer scorer = supplier.get(Long.MAX_VALUE);
        scorer.advanceShallow(0);
        greatest = Math.max(greatest, scorer.getMaxScore(DocIdSetIterator.NO_MORE_DOCS));
      }
    }
    return greatest;
  }
}
