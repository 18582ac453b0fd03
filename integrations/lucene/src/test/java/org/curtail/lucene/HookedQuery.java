package org.curtail.lucene;

import java.io.IOException;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.search.BulkScorer;
import org.apache.lucene.search.FilterWeight;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.LeafCollector;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.QueryVisitor;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.Scorer;
import org.apache.lucene.search.ScorerSupplier;
import org.apache.lucene.search.Weight;
import org.apache.lucene.util.Bits;
import org.jspecify.annotations.Nullable;

/**
 * A query that matches like another and calls a hook before each scored range, except empty ones.
 */
public final class HookedQuery extends Query {
  public interface Hook {
    void before(LeafReaderContext leaf, int minDoc) throws IOException;
  }

  private final Query in;
  private final Hook hook;

  public HookedQuery(Query in, Hook hook) {
    this.in = in;
    this.hook = hook;
  }

  @Override
  public Query rewrite(IndexSearcher searcher) throws IOException {
    Query rewritten = in.rewrite(searcher);
    return rewritten.equals(in) ? this : new HookedQuery(rewritten, hook);
  }

  @Override
  public Weight createWeight(IndexSearcher searcher, ScoreMode mode, float boost)
      throws IOException {
    return new FilterWeight(this, in.createWeight(searcher, mode, boost)) {
      @Override
      public @Nullable ScorerSupplier scorerSupplier(LeafReaderContext leaf) throws IOException {
        ScorerSupplier supplier = super.scorerSupplier(leaf);
        return supplier == null ? null : hooked(supplier, leaf);
      }
    };
  }

  private ScorerSupplier hooked(ScorerSupplier supplier, LeafReaderContext leaf) {
    return new ScorerSupplier() {
      @Override
      public Scorer get(long leadCost) throws IOException {
        return supplier.get(leadCost);
      }

      @Override
      public void setTopLevelScoringClause() throws IOException {
        supplier.setTopLevelScoringClause();
      }

      @Override
      public long cost() {
        return supplier.cost();
      }

      @Override
      public BulkScorer bulkScorer() throws IOException {
        BulkScorer bulk = supplier.bulkScorer();
        return new BulkScorer() {
          @Override
          public int score(LeafCollector collector, Bits acceptDocs, int min, int max)
              throws IOException {
            if (min < max) {
              hook.before(leaf, min);
            }
            return bulk.score(collector, acceptDocs, min, max);
          }

          @Override
          public long cost() {
            return bulk.cost();
          }
        };
      }
    };
  }

  @Override
  public void visit(QueryVisitor visitor) {
    in.visit(visitor);
  }

  @Override
  public String toString(String field) {
    return "hooked(" + in.toString(field) + ")";
  }

  @Override
  public boolean equals(Object other) {
    return this == other;
  }

  @Override
  public int hashCode() {
    return System.identityHashCode(this);
  }
}
