package org.curtail.lucene.ranked;

import java.io.IOException;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.search.BulkScorer;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.search.Explanation;
import org.apache.lucene.search.FilterScorer;
import org.apache.lucene.search.FilterWeight;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.QueryVisitor;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.Scorer;
import org.apache.lucene.search.ScorerSupplier;
import org.apache.lucene.search.Weight;
import org.curtail.lucene.SharedLeaves;
import org.jspecify.annotations.Nullable;

/**
 * Query whose scores are relevance: dynamic score plus static score. The query finds the same hits
 * as a {@link RankedSearcher}, in any {@code IndexSearcher}. Lucene's own bulk scorers find the
 * matches. Whenever the top changes, their minimum competitive score becomes the least dynamic
 * score that can still enter it with the current rank.
 */
final class RankedQuery extends Query implements SharedLeaves.Wrapping {
  private final Query dynamic;
  private final StaticScore added;

  RankedQuery(Query dynamic, StaticScore added) {
    this.dynamic = dynamic;
    this.added = added;
  }

  @Override
  public Query wrapped() {
    return dynamic;
  }

  @Override
  public Query rewrite(IndexSearcher searcher) throws IOException {
    Query rewritten = dynamic.rewrite(searcher);
    return rewritten.equals(dynamic) ? this : new RankedQuery(rewritten, added);
  }

  @Override
  public Weight createWeight(IndexSearcher searcher, ScoreMode mode, float boost)
      throws IOException {
    if (!mode.needsScores()) {
      return dynamic.createWeight(searcher, mode, boost);
    }
    if (boost != 1) {
      throw new IllegalArgumentException("relevance cannot be boosted, found a boost of " + boost);
    }
    return new FilterWeight(this, dynamic.createWeight(searcher, mode, boost)) {
      @Override
      public @Nullable ScorerSupplier scorerSupplier(LeafReaderContext leaf) throws IOException {
        ScorerSupplier supplier = super.scorerSupplier(leaf);
        return supplier == null ? null : ranked(supplier, leaf);
      }

      @Override
      public Explanation explain(LeafReaderContext leaf, int doc) throws IOException {
        Explanation text = super.explain(leaf, doc);
        if (!text.isMatch()) {
          return text;
        }
        double ofRank = added.of(leaf).of(doc);
        return Explanation.match(
            HitOrder.relevance(text.getValue().doubleValue(), ofRank),
            "relevance, sum of:",
            text,
            Explanation.match(ofRank, "static score"));
      }
    };
  }

  private ScorerSupplier ranked(ScorerSupplier supplier, LeafReaderContext leaf) {
    return new ScorerSupplier() {
      @Override
      public Scorer get(long leadCost) throws IOException {
        return new RelevanceScorer(supplier.get(leadCost), added.of(leaf), added.of(leaf));
      }

      @Override
      public BulkScorer bulkScorer() throws IOException {
        return new RelevanceBulkScorer(supplier.bulkScorer(), added.of(leaf));
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

  private static final class RelevanceScorer extends FilterScorer {
    private final StaticScore.OfLeaf atDoc;
    private final StaticScore.OfLeaf ahead;
    private final double greatestOfAll;
    private int aheadDoc;
    private double greatestAhead;
    private float leastDynamic;

    RelevanceScorer(Scorer dynamic, StaticScore.OfLeaf atDoc, StaticScore.OfLeaf ahead)
        throws IOException {
      super(dynamic);
      this.atDoc = atDoc;
      this.ahead = ahead;
      this.greatestOfAll = ahead.greatestFrom(0);
      this.greatestAhead = greatestOfAll;
    }

    @Override
    public float score() throws IOException {
      return HitOrder.relevance(in.score(), atDoc.of(docID()));
    }

    @Override
    public int advanceShallow(int target) throws IOException {
      if (target >= aheadDoc && target != DocIdSetIterator.NO_MORE_DOCS) {
        aheadDoc = target;
        greatestAhead = ahead.greatestFrom(target);
      } else {
        greatestAhead = greatestOfAll; // ranks are read in ascending order only
      }
      return in.advanceShallow(target);
    }

    @Override
    public float getMaxScore(int upTo) throws IOException {
      float greatest = in.getMaxScore(upTo);
      return Float.isInfinite(greatest) ? greatest : HitOrder.relevance(greatest, greatestAhead);
    }

    @Override
    public void setMinCompetitiveScore(float leastScore) throws IOException {
      if (docID() == DocIdSetIterator.NO_MORE_DOCS) {
        return; // no ranks after the last document
      }
      double greatest = atDoc.greatestFrom(Math.max(docID(), 0));
      float least = HitOrder.leastDynamic(HitOrder.encode(leastScore, 0), greatest, 0);
      if (least > leastDynamic) {
        leastDynamic = least;
        in.setMinCompetitiveScore(least);
      }
    }
  }

  @Override
  public void visit(QueryVisitor visitor) {
    dynamic.visit(visitor);
  }

  @Override
  public String toString(String field) {
    return "ranked(" + dynamic.toString(field) + ")";
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof RankedQuery that
        && dynamic.equals(that.dynamic)
        && added.equals(that.added);
  }

  @Override
  public int hashCode() {
    return 31 * dynamic.hashCode() + added.hashCode();
  }
}
