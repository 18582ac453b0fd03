package org.curtail.lucene;

import java.io.IOException;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.search.BulkScorer;
import org.apache.lucene.search.ConstantScoreQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.ScorerSupplier;
import org.apache.lucene.search.Weight;
import org.jspecify.annotations.Nullable;

/** Makes the bulk scorers of one search, leaf by leaf. Thread-safe. */
final class LeafScorers {
  private final IndexSearcher searcher;
  private final Query query;
  private final ScoreMode mode;
  private final Weight weight;
  private final boolean known;
  private final boolean onlyWholeLeaves;
  private final Object oneAtATime = new Object();

  private LeafScorers(IndexSearcher searcher, Query query, ScoreMode mode) throws IOException {
    this.searcher = searcher;
    this.query = query;
    this.mode = mode;
    this.weight = searcher.createWeight(query, mode, 1);
    this.known = KnownQueries.contain(query);
    this.onlyWholeLeaves = !known && KnownQueries.needWholeLeaves(query);
  }

  /** Creates the scorers of a query before its rewrite, for collectors of this mode. */
  static LeafScorers of(IndexSearcher searcher, Query query, ScoreMode mode) throws IOException {
    Query rewritten = searcher.rewrite(mode.needsScores() ? query : new ConstantScoreQuery(query));
    return new LeafScorers(searcher, rewritten, mode);
  }

  Weight weight() {
    return weight;
  }

  boolean needScores() {
    return mode.needsScores();
  }

  /** True if all scorers of the query are known to score any part of a leaf. */
  boolean areKnown() {
    return known;
  }

  /** True if one thread must score each leaf in one piece. */
  boolean onlyWholeLeaves() {
    return onlyWholeLeaves;
  }

  /** Returns a scorer of a leaf; null if nothing in it matches. */
  @Nullable BulkScorer of(LeafReaderContext leaf) throws IOException {
    return bulkScorer(known ? weight.scorerSupplier(leaf) : supplier(leaf));
  }

  /** Returns a scorer of a leaf, from a new weight; null if nothing in it matches. */
  @Nullable BulkScorer ofNewWeight(LeafReaderContext leaf) throws IOException {
    return bulkScorer(searcher.createWeight(query, mode, 1).scorerSupplier(leaf));
  }

  /** Called by one thread at a time. A weight that refuses the same leaf twice counts leaves. */
  private @Nullable ScorerSupplier supplier(LeafReaderContext leaf) throws IOException {
    synchronized (oneAtATime) {
      return weight.scorerSupplier(leaf);
    }
  }

  /** Makes the bulk scorer as Lucene does for a whole query. */
  private static @Nullable BulkScorer bulkScorer(@Nullable ScorerSupplier supplier)
      throws IOException {
    if (supplier == null) {
      return null;
    }
    supplier.setTopLevelScoringClause();
    return supplier.bulkScorer();
  }
}
