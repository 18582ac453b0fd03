package org.curtail.lucene;

import java.io.IOException;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.search.BooleanClause;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.BoostQuery;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.Scorer;
import org.apache.lucene.search.ScorerSupplier;
import org.apache.lucene.search.Weight;

/**
 * The greatest score that a match of a query can have in an index: what its scorers say, from
 * Lucene's impacts.
 *
 * <p>A scorer of required clauses within another query says nothing. Then the clauses are asked one
 * by one: a boolean query scores at most the sum of what they do.
 */
final class ScoreBound {
  private ScoreBound() {}

  /**
   * The bound; infinite if nobody knows.
   *
   * @param query rewritten
   * @param weight the query's
   */
  static double of(IndexSearcher searcher, Query query, Weight weight) throws IOException {
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
    return Double.isInfinite(greatest) ? ofParts(searcher, query) : greatest;
  }

  private static double ofParts(IndexSearcher searcher, Query query) throws IOException {
    return switch (query) {
      case BooleanQuery clauses -> {
        double sum = 0;
        for (BooleanClause clause : clauses) {
          if (clause.isScoring()) {
            Query part = clause.query();
            sum += of(searcher, part, searcher.createWeight(part, ScoreMode.TOP_SCORES, 1));
          }
        }
        // Lucene may add in another order.
        yield sum * (1 + 1e-6);
      }
      case BoostQuery boosted -> boosted.getBoost() * ofParts(searcher, boosted.getQuery());
      default -> Double.POSITIVE_INFINITY;
    };
  }
}
