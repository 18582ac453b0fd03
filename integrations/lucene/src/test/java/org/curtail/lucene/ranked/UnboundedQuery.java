package org.curtail.lucene.ranked;

import java.io.IOException;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.search.FilterScorer;
import org.apache.lucene.search.FilterWeight;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.QueryVisitor;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.Scorer;
import org.apache.lucene.search.ScorerSupplier;
import org.apache.lucene.search.Weight;
import org.jspecify.annotations.Nullable;

/** A query that scores like another without an upper bound of scores, like many scripts. */
final class UnboundedQuery extends Query {
  private final Query in;

  UnboundedQuery(Query in) {
    this.in = in;
  }

  @Override
  public Query rewrite(IndexSearcher searcher) throws IOException {
    Query rewritten = in.rewrite(searcher);
    return rewritten.equals(in) ? this : new UnboundedQuery(rewritten);
  }

  @Override
  public Weight createWeight(IndexSearcher searcher, ScoreMode mode, float boost)
      throws IOException {
    ScoreMode complete = mode.needsScores() ? ScoreMode.COMPLETE : mode;
    return new FilterWeight(this, in.createWeight(searcher, complete, boost)) {
      @Override
      public @Nullable ScorerSupplier scorerSupplier(LeafReaderContext leaf) throws IOException {
        ScorerSupplier supplier = super.scorerSupplier(leaf);
        return supplier == null ? null : unbounded(supplier);
      }
    };
  }

  private static ScorerSupplier unbounded(ScorerSupplier supplier) {
    return new ScorerSupplier() {
      @Override
      public Scorer get(long leadCost) throws IOException {
        return new FilterScorer(supplier.get(leadCost)) {
          @Override
          public float getMaxScore(int upTo) {
            return Float.POSITIVE_INFINITY;
          }
        };
      }

      @Override
      public long cost() {
        return supplier.cost();
      }
    };
  }

  @Override
  public void visit(QueryVisitor visitor) {
    in.visit(visitor);
  }

  @Override
  public String toString(String field) {
    return "unbounded(" + in.toString(field) + ")";
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof UnboundedQuery that && in.equals(that.in);
  }

  @Override
  public int hashCode() {
    return 37 * in.hashCode();
  }
}
