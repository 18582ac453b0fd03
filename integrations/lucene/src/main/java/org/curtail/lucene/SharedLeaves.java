package org.curtail.lucene;

import java.io.IOException;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.search.BulkScorer;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.Weight;
import org.apache.lucene.util.Bits;
import org.jspecify.annotations.Nullable;

/**
 * Leaves of an index in one search, scored in ranges by several threads. For searches that choose
 * their own ranges, such as those of {@code org.curtail.lucene.ranked}.
 *
 * <p>After all ranges of a leaf have been passed to its {@link Part}s, each matching document has
 * been scored once. A query may refuse parts of a leaf or a second scorer. Then one worker scores
 * larger ranges than requested, and the others skip these. Thread-safe.
 */
public final class SharedLeaves {
  /**
   * Query that uses the scorers of one other query and adds none of its own. The query may be
   * scored in parts of a leaf if the other query may.
   */
  public interface Wrapping {
    /** The other query. */
    Query wrapped();
  }

  /** Receiver of ranges for one worker. */
  @FunctionalInterface
  public interface Scan {
    /**
     * Scores a range of documents. Until it returns, only this worker uses the scorer.
     *
     * @param acceptDocs as for {@code BulkScorer.score}
     * @param minDoc the first document, counted within the leaf
     * @param maxDoc the end, exclusive; {@code NO_MORE_DOCS} for the end of the leaf
     * @param inOnePiece true if the scorer accepts exactly this range only
     */
    void score(
        BulkScorer scorer, @Nullable Bits acceptDocs, int minDoc, int maxDoc, boolean inOnePiece)
        throws IOException;
  }

  private final LeafScorers scorers;
  private final double scoreBound;

  /** Leaves by ordinal; null if the query's scorers are known to score any part of a leaf. */
  private final GuardedLeaf @Nullable [] guarded;

  private SharedLeaves(IndexSearcher searcher, LeafScorers scorers, boolean withScoreBound)
      throws IOException {
    this.scorers = scorers;
    this.scoreBound = withScoreBound ? ScoreBound.of(searcher, scorers) : Double.POSITIVE_INFINITY;
    this.guarded =
        scorers.areKnown() ? null : GuardedLeaf.all(scorers, searcher.getIndexReader().leaves());
  }

  /** Rewrites the query and makes its weight, on the calling thread. */
  static SharedLeaves of(IndexSearcher searcher, Query query, ScoreMode mode) throws IOException {
    return new SharedLeaves(searcher, LeafScorers.of(searcher, query, mode), false);
  }

  /**
   * Prepares a search for the top hits by score. Rewrites the query and makes its weight, on the
   * calling thread.
   *
   * @param withScoreBound true if {@link #scoreBound} is needed
   */
  public static SharedLeaves byScore(IndexSearcher searcher, Query query, boolean withScoreBound)
      throws IOException {
    return new SharedLeaves(
        searcher, LeafScorers.of(searcher, query, ScoreMode.TOP_SCORES), withScoreBound);
  }

  /**
   * Upper bound of all scores, as the query's scorers report it from Lucene's impacts. Infinite if
   * they have no bound or fail, or if the bound was not requested.
   */
  public double scoreBound() {
    return scoreBound;
  }

  Weight weight() {
    return scorers.weight();
  }

  /** True if the query consists of queries of Lucene's core. */
  boolean areKnown() {
    return guarded == null;
  }

  /** True if a worker has taken the rest of the leaf, including this document. */
  public boolean isTaken(LeafReaderContext leaf, int doc) {
    return guarded != null && guarded[leaf.ord].isTaken(doc);
  }

  /** Returns a worker's scorer of a leaf. To go back in the leaf, a worker needs another one. */
  public Part part(LeafReaderContext leaf) {
    return new Part(leaf);
  }

  /** One worker's scorer of one leaf. The scorer's ranges ascend. Not thread-safe. */
  public final class Part {
    private final LeafReaderContext leaf;
    private final GuardedLeaf.@Nullable WorkerScorer own;
    private boolean prepared;

    /** Null if the leaf has no matches or is guarded. */
    private @Nullable BulkScorer scorer;

    private Part(LeafReaderContext leaf) {
      this.leaf = leaf;
      this.own = guarded == null ? null : new GuardedLeaf.WorkerScorer();
    }

    /**
     * Makes the scorer for the first range. {@link #score} does this too; a separate call allows
     * separate timing.
     */
    public void prepare() throws IOException {
      if (guarded != null && own != null) {
        guarded[leaf.ord].prepare(own);
      } else if (!prepared) {
        scorer = scorers.of(leaf);
        prepared = true;
      }
    }

    /**
     * Scores a range, more than the range, or nothing if another worker has taken it.
     *
     * @param minDoc the first document, counted within the leaf
     * @param maxDoc the end, exclusive; {@code NO_MORE_DOCS} for the end of the leaf
     */
    public void score(int minDoc, int maxDoc, Scan scan) throws IOException {
      if (guarded != null && own != null) {
        guarded[leaf.ord].score(own, minDoc, maxDoc, scan);
        return;
      }
      prepare();
      if (scorer != null) {
        scan.score(scorer, leaf.reader().getLiveDocs(), minDoc, maxDoc, false);
      }
    }
  }
}
