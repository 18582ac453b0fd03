package org.curtail.emulatednode;

import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.search.ConstantScoreScorer;
import org.apache.lucene.search.ConstantScoreWeight;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.QueryVisitor;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.ScorerSupplier;
import org.apache.lucene.search.TwoPhaseIterator;
import org.apache.lucene.search.Weight;

/**
 * A query that matches documents at equal distances. Each one occupies a core for the same time and
 * computes nothing.
 */
final class TimedQuery extends Query {
  private final double millis;
  private final int documents;
  private final EmulatedCores cores;

  /**
   * Creates a query.
   *
   * @param millis time of all its documents together: above 0
   * @param documents greatest number of its documents: at least 1
   */
  TimedQuery(double millis, int documents, EmulatedCores cores) {
    this.millis = millis;
    this.documents = documents;
    this.cores = cores;
  }

  @Override
  public Weight createWeight(IndexSearcher searcher, ScoreMode mode, float boost) {
    int all = searcher.getIndexReader().maxDoc();
    int distance = Math.ceilDiv(all, documents);
    long nanos = Math.round(millis * 1e6 / Math.ceilDiv(all, distance));
    return new ConstantScoreWeight(this, boost) {
      @Override
      public ScorerSupplier scorerSupplier(LeafReaderContext leaf) {
        var every = new EqualDistances(distance, leaf.docBase, leaf.reader().maxDoc());
        return new DefaultScorerSupplier(
            new ConstantScoreScorer(score(), mode, new TimedMatch(every, nanos, cores)));
      }

      @Override
      public boolean isCacheable(LeafReaderContext leaf) {
        return false;
      }
    };
  }

  @Override
  public String toString(String field) {
    return "timed(%s ms, %d documents)".formatted(millis, documents);
  }

  @Override
  public void visit(QueryVisitor visitor) {
    visitor.visitLeaf(this);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof TimedQuery query
        && query.millis == millis
        && query.documents == documents;
  }

  @Override
  public int hashCode() {
    return 31 * Double.hashCode(millis) + documents;
  }

  /** A match takes its time only when it is asked for: a window ends before the next document. */
  private static final class TimedMatch extends TwoPhaseIterator {
    private final long nanos;
    private final EmulatedCores cores;

    TimedMatch(DocIdSetIterator documents, long nanos, EmulatedCores cores) {
      super(documents);
      this.nanos = nanos;
      this.cores = cores;
    }

    @Override
    public boolean matches() {
      cores.compute(nanos);
      return true;
    }

    @Override
    public float matchCost() {
      return 1_000;
    }
  }

  /** The documents of a leaf whose numbers in the index are multiples of a distance. */
  private static final class EqualDistances extends DocIdSetIterator {
    private final int distance;
    private final int docBase;
    private final int maxDoc;
    private int doc = -1;

    EqualDistances(int distance, int docBase, int maxDoc) {
      this.distance = distance;
      this.docBase = docBase;
      this.maxDoc = maxDoc;
    }

    @Override
    public int docID() {
      return doc;
    }

    @Override
    public int nextDoc() {
      return advance(doc + 1);
    }

    @Override
    public int advance(int target) {
      long next =
          target >= maxDoc
              ? maxDoc
              : Math.ceilDiv((long) docBase + target, distance) * (long) distance - docBase;
      doc = next < maxDoc ? (int) next : NO_MORE_DOCS;
      return doc;
    }

    @Override
    public long cost() {
      return Math.ceilDiv(maxDoc, distance);
    }
  }
}
