package org.curtail.lucene;

import java.io.IOException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.search.BulkScorer;
import org.apache.lucene.search.DocIdSetIterator;
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
 * A user's query that matches like another and cannot be scored in parts of a leaf, or by another
 * thread than the scorer's creator.
 */
public final class RefusingQuery extends Query {
  /** Refused requests; a plain searcher makes none of them. */
  public enum Refuses {
    /** As ParentsChildrenBlockJoinQuery. */
    SECOND_SUPPLIER,
    THIRD_SUPPLIER,
    SECOND_SCORER,
    SECOND_BULK_SCORER,
    /** As DrillSidewaysQuery. */
    PART_OF_LEAF,
    RANGE_THAT_DOES_NOT_BEGIN_THE_LEAF,
    SECOND_CALL,
    FIFTH_CALL,
    /** Accepts empty ranges; refuses ranges with a document. */
    PART_OF_LEAF_WITH_A_DOCUMENT,
    SECOND_SUPPLIER_AND_PART_OF_LEAF,
    /** Refuses nothing, but always scores the whole leaf, as CompletionScorer does. */
    NOTHING_BUT_SCORES_ALL;

    private boolean secondSupplier() {
      return this == SECOND_SUPPLIER || this == SECOND_SUPPLIER_AND_PART_OF_LEAF;
    }
  }

  private final Query in;
  private final Refuses refuses;

  public RefusingQuery(Query in, Refuses refuses) {
    this.in = in;
    this.refuses = refuses;
  }

  @Override
  public Query rewrite(IndexSearcher searcher) throws IOException {
    Query rewritten = in.rewrite(searcher);
    return rewritten.equals(in) ? this : new RefusingQuery(rewritten, refuses);
  }

  @Override
  public Weight createWeight(IndexSearcher searcher, ScoreMode mode, float boost)
      throws IOException {
    Set<LeafReaderContext> seen = ConcurrentHashMap.newKeySet();
    Set<LeafReaderContext> seenTwice = ConcurrentHashMap.newKeySet();
    return new FilterWeight(this, in.createWeight(searcher, mode, boost)) {
      @Override
      public @Nullable ScorerSupplier scorerSupplier(LeafReaderContext leaf) throws IOException {
        if (refuses.secondSupplier()) {
          refuseAgain(seen, leaf);
        }
        if (refuses == Refuses.THIRD_SUPPLIER && !seen.add(leaf)) {
          refuseAgain(seenTwice, leaf);
        }
        ScorerSupplier supplier = super.scorerSupplier(leaf);
        return supplier == null ? null : refusing(supplier, leaf, seen);
      }

      @Override
      public boolean isCacheable(LeafReaderContext leaf) {
        return false;
      }
    };
  }

  private void refuseAgain(Set<LeafReaderContext> seen, LeafReaderContext leaf) {
    if (!seen.add(leaf)) {
      throw new IllegalStateException(refuses + ": leaf " + leaf.ord + " was seen before");
    }
  }

  private ScorerSupplier refusing(
      ScorerSupplier supplier, LeafReaderContext leaf, Set<LeafReaderContext> seen) {
    return new ScorerSupplier() {
      @Override
      public Scorer get(long leadCost) throws IOException {
        if (refuses == Refuses.SECOND_SCORER) {
          refuseAgain(seen, leaf);
        }
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
        if (refuses == Refuses.SECOND_SCORER || refuses == Refuses.SECOND_BULK_SCORER) {
          refuseAgain(seen, leaf);
        }
        return new RefusingScorer(supplier.bulkScorer());
      }
    };
  }

  private final class RefusingScorer extends BulkScorer {
    private final BulkScorer scorer;
    private final Thread maker = Thread.currentThread();
    private int calls;

    RefusingScorer(BulkScorer scorer) {
      this.scorer = scorer;
    }

    @SuppressWarnings("ReferenceEquality") // The same thread.
    @Override
    public int score(LeafCollector collector, @Nullable Bits acceptDocs, int min, int max)
        throws IOException {
      // By Lucene's contract; an Error, since it is no refusal.
      if (Thread.currentThread() != maker) {
        throw new AssertionError(
            "%s uses a scorer that %s made".formatted(Thread.currentThread(), maker));
      }
      calls++;
      boolean part = min != 0 || max != DocIdSetIterator.NO_MORE_DOCS;
      boolean refused =
          switch (refuses) {
            case SECOND_SUPPLIER,
                THIRD_SUPPLIER,
                SECOND_SCORER,
                SECOND_BULK_SCORER,
                NOTHING_BUT_SCORES_ALL ->
                false;
            case PART_OF_LEAF, SECOND_SUPPLIER_AND_PART_OF_LEAF -> part;
            case RANGE_THAT_DOES_NOT_BEGIN_THE_LEAF -> min != 0;
            case SECOND_CALL -> calls >= 2;
            case FIFTH_CALL -> calls >= 5;
            case PART_OF_LEAF_WITH_A_DOCUMENT -> part && min < max;
          };
      if (refused) {
        throw new UnsupportedOperationException(refuses + ": " + min + " to " + max);
      }
      return refuses == Refuses.NOTHING_BUT_SCORES_ALL
          ? scorer.score(collector, acceptDocs, 0, DocIdSetIterator.NO_MORE_DOCS)
          : scorer.score(collector, acceptDocs, min, max);
    }

    @Override
    public long cost() {
      return scorer.cost();
    }
  }

  /** Shows nothing to visitors. */
  @Override
  public void visit(QueryVisitor visitor) {}

  @Override
  public String toString(String field) {
    return refuses + "(" + in.toString(field) + ")";
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
