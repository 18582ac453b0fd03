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

/** Makes the bulk scorers of one search, leaf by leaf. Safe for several threads. */
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

  /** Of a query that has not been rewritten, for collectors of this mode. */
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

  /** Whether all scorers of the query are known to score any part of a leaf. */
  boolean areKnown() {
    return known;
  }

  /** Whether each leaf is to be scored in one piece, by one thread. */
  boolean onlyWholeLeaves() {
    return onlyWholeLeaves;
  }

  /** A scorer of a leaf; null if nothing in it matches. */
  @Nullable BulkScorer of(LeafReaderContext leaf) throws IOException {
    return bulkScorer(known ? weight.scorerSupplier(leaf) : supplier(leaf));
  }

  /** As {@link #of}, but of a weight that has made no other scorer. */
  @Nullable BulkScorer anew(LeafReaderContext leaf) throws IOException {
    return bulkScorer(searcher.createWeight(query, mode, 1).scorerSupplier(leaf));
  }

  /** One at a time: a weight that refuses a leaf the second time keeps count of leaves. */
  private @Nullable ScorerSupplier supplier(LeafReaderContext leaf) throws IOException {
    synchronized (oneAtATime) {
      return weight.scorerSupplier(leaf);
    }
  }

  /** As Lucene makes it for a whole query. */
  private static @Nullable BulkScorer bulkScorer(@Nullable ScorerSupplier supplier)
      throws IOException {
    if (supplier == null) {
      return null;
    }
    supplier.setTopLevelScoringClause();
    return supplier.bulkScorer();
  }
}
