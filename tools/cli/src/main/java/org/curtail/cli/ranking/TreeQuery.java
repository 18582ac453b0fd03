package org.curtail.cli.ranking;

import java.io.IOException;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.queries.function.FunctionScoreQuery;
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

/**
 * A query whose matches are all scored by a forest. The query has an upper bound of their scores:
 * the greatest text score, from Lucene's impacts, plus the greatest sum of leaves. The query does
 * not skip matches by that bound, since a learned ranking function is evaluated on every match. The
 * bound serves searches that end early.
 */
final class TreeQuery extends Query {
  private final Query text;
  private final Forest forest;

  TreeQuery(Query text, Forest forest) {
    this.text = text;
    this.forest = forest;
  }

  @Override
  public Query rewrite(IndexSearcher searcher) throws IOException {
    Query rewritten = text.rewrite(searcher);
    return rewritten.equals(text) ? this : new TreeQuery(rewritten, forest);
  }

  @Override
  public Weight createWeight(IndexSearcher searcher, ScoreMode mode, float boost)
      throws IOException {
    Weight scoring =
        new FunctionScoreQuery(text, new TreeScore(forest)).createWeight(searcher, mode, boost);
    return new FilterWeight(this, scoring) {
      @Override
      public @Nullable ScorerSupplier scorerSupplier(LeafReaderContext leaf) throws IOException {
        ScorerSupplier supplier = super.scorerSupplier(leaf);
        return supplier == null
            ? null
            : bounded(supplier, () -> greatestScore(searcher, leaf, boost));
      }
    };
  }

  private interface Bound {
    float greatestScore() throws IOException;
  }

  private static ScorerSupplier bounded(ScorerSupplier supplier, Bound bound) {
    return new ScorerSupplier() {
      @Override
      public Scorer get(long leadCost) throws IOException {
        return new FilterScorer(supplier.get(leadCost)) {
          private float greatest = Float.NaN;

          @Override
          public float getMaxScore(int upTo) throws IOException {
            if (Float.isNaN(greatest)) {
              greatest = bound.greatestScore(); // costly, and needed for every block
            }
            return greatest;
          }
        };
      }

      @Override
      public void setTopLevelScoringClause() throws IOException {
        supplier.setTopLevelScoringClause();
      }

      @Override
      public long cost() {
        return supplier.cost();
      }
    };
  }

  private float greatestScore(IndexSearcher searcher, LeafReaderContext leaf, float boost)
      throws IOException {
    ScorerSupplier supplier =
        searcher.createWeight(text, ScoreMode.TOP_SCORES, 1).scorerSupplier(leaf);
    if (supplier == null) {
      return 0;
    }
    supplier.setTopLevelScoringClause();
    Scorer scorer = supplier.get(Long.MAX_VALUE);
    scorer.advanceShallow(0);
    double greatest = boost * (scorer.getMaxScore(Integer.MAX_VALUE) + forest.greatestSum());
    return Math.nextUp((float) greatest);
  }

  @Override
  public void visit(QueryVisitor visitor) {
    text.visit(visitor);
  }

  @Override
  public String toString(String field) {
    return "trees(" + text.toString(field) + ")";
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof TreeQuery that && text.equals(that.text) && forest.equals(that.forest);
  }

  @Override
  public int hashCode() {
    return 31 * text.hashCode() + forest.hashCode();
  }
}
