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
 * The leaves of an index in one search, scored in ranges by several threads: for searches that
 * choose their own ranges, such as those of {@code org.curtail.lucene.ranked}.
 *
 * <p>Once all ranges of a leaf have been passed to the {@link Part}s of it, each matching document
 * has been scored once. A query that cannot be scored in parts of a leaf, or by two scorers, is
 * scored in greater ranges than were asked for, by one worker; the others pass these by. Safe for
 * several threads.
 */
public final class SharedLeaves {
  /**
   * A query that uses the scorers of one other query and adds none of its own. Where that one may
   * be scored in parts of a leaf, so may this.
   */
  public interface Wrapping {
    /** The other query. */
    Query wrapped();
  }

  /** A worker's way to score. */
  @FunctionalInterface
  public interface Scan {
    /**
     * Scores a range of documents; the scorer is this worker's until it returns.
     *
     * @param acceptDocs as {@code BulkScorer.score} takes them
     * @param minDoc the first document, counted within the leaf
     * @param maxDoc the end, exclusive; {@code NO_MORE_DOCS} for the end of the leaf
     * @param inOnePiece true if the scorer takes this very range only
     */
    void score(
        BulkScorer scorer, @Nullable Bits acceptDocs, int minDoc, int maxDoc, boolean inOnePiece)
        throws IOException;
  }

  private final LeafScorers scorers;
  private final double scoreBound;

  /** By leaf; absent if the query's scorers are known to score any part of one. */
  private final GuardedLeaf @Nullable [] guarded;

  private SharedLeaves(IndexSearcher searcher, LeafScorers scorers, boolean withScoreBound)
      throws IOException {
    this.scorers = scorers;
    this.scoreBound = withScoreBound ? ScoreBound.of(searcher, scorers) : Double.POSITIVE_INFINITY;
    this.guarded =
        scorers.areKnown() ? null : GuardedLeaf.all(scorers, searcher.getIndexReader().leaves());
  }

  /** Rewrites the query and makes its weight, on this thread. */
  static SharedLeaves of(IndexSearcher searcher, Query query, ScoreMode mode) throws IOException {
    return new SharedLeaves(searcher, LeafScorers.of(searcher, query, mode), false);
  }

  /**
   * Of a search for the top hits by score. Rewrites the query and makes its weight, on this thread.
   *
   * @param withScoreBound whether {@link #scoreBound} will be asked for
   */
  public static SharedLeaves byScore(IndexSearcher searcher, Query query, boolean withScoreBound)
      throws IOException {
    return new SharedLeaves(
        searcher, LeafScorers.of(searcher, query, ScoreMode.TOP_SCORES), withScoreBound);
  }

  /**
   * No match has a greater score, as its scorers say from Lucene's impacts; infinite if they know
   * no bound, refuse to be looked at, or nobody wanted to know.
   */
  public double scoreBound() {
    return scoreBound;
  }

  Weight weight() {
    return scorers.weight();
  }

  /** True if a worker has taken all from this document on that nobody had begun. */
  public boolean isTaken(LeafReaderContext leaf, int doc) {
    return guarded != null && guarded[leaf.ord].isTaken(doc);
  }

  /** What a worker needs to score ranges of a leaf. Another is needed to go back in a leaf. */
  public Part part(LeafReaderContext leaf) {
    return new Part(leaf);
  }

  /** One worker's scorer of one leaf. The ranges that it is given ascend. Not thread-safe. */
  public final class Part {
    private final LeafReaderContext leaf;
    private final GuardedLeaf.@Nullable Own own;
    private boolean prepared;

    /** Absent if nothing in the leaf matches, or it is guarded. */
    private @Nullable BulkScorer scorer;

    private Part(LeafReaderContext leaf) {
      this.leaf = leaf;
      this.own = guarded == null ? null : new GuardedLeaf.Own();
    }

    /**
     * Makes what the first range needs. {@link #score} does so too; apart it can be timed apart.
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
     * Has a range scored, or more, or nothing of it if another worker has taken it.
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
