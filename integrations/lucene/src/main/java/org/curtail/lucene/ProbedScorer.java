package org.curtail.lucene;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.util.Arrays;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.search.BulkScorer;
import org.apache.lucene.search.CollectionTerminatedException;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.search.LeafCollector;
import org.apache.lucene.search.Scorable;
import org.apache.lucene.util.Bits;
import org.apache.lucene.util.ThreadInterruptedException;
import org.jspecify.annotations.Nullable;

/**
 * Bulk scorer for a query that may refuse to score parts of a leaf. The constructor probes it with
 * an empty range, as Lucene's own scorers probe each other. Most scorers that refuse do so then. If
 * a later call fails, a second scorer repeats the same calls. If the second one fails too before it
 * collects anything, the failure is a refusal, else an error. Not thread-safe.
 */
final class ProbedScorer extends BulkScorer {
  private final LeafScorers scorers;
  private final LeafReaderContext leaf;
  private final @Nullable BulkScorer scorer;
  private final boolean takesParts;

  /**
   * Ranges scored so far, two numbers each; repeated by a second scorer if this one refuses a
   * range.
   */
  private int[] ranges = new int[16];

  private int rangesEnd;

  /**
   * Probes a scorer.
   *
   * @param scorer null if nothing in the leaf matches
   */
  ProbedScorer(LeafScorers scorers, LeafReaderContext leaf, @Nullable BulkScorer scorer)
      throws IOException {
    this.scorers = scorers;
    this.leaf = leaf;
    Answer answer = scorer == null ? Answer.TAKES_PARTS : probe(scorer);
    this.takesParts = answer == Answer.TAKES_PARTS && !scorers.onlyWholeLeaves();
    // A scorer that refused may have passed the document at which the query fails.
    this.scorer = answer == Answer.TAKES_PARTS ? scorer : scorers.ofNewWeight(leaf);
  }

  /** True if the scorer accepts ranges; false if it needs one call for the whole leaf. */
  boolean takesParts() {
    return takesParts;
  }

  /** True if nothing in the leaf matches. */
  boolean isEmpty() {
    return scorer == null;
  }

  private enum Answer {
    TAKES_PARTS,
    REFUSES,
    /** The scorer ignored the empty range, has begun to score the leaf and cannot go back. */
    IS_SPENT
  }

  private static Answer probe(BulkScorer scorer) throws IOException {
    try {
      scorer.score(new StoppingCollector(), null, 0, 0);
      return Answer.TAKES_PARTS;
    } catch (CollectionTerminatedException e) {
      return Answer.IS_SPENT;
    } catch (RuntimeException e) {
      if (isNoRefusal(e)) {
        throw e;
      }
      return Answer.REFUSES;
    }
  }

  /**
   * Scores a range, as every bulk scorer does.
   *
   * @throws RefusedException if the scorer refuses the range; it has collected nothing of it and
   *     must not be used again
   */
  @Override
  public int score(LeafCollector collector, @Nullable Bits acceptDocs, int min, int max)
      throws IOException {
    if (scorer == null) {
      return DocIdSetIterator.NO_MORE_DOCS;
    }
    boolean whole = min == 0 && max == DocIdSetIterator.NO_MORE_DOCS;
    try {
      int next = scorer.score(collector, acceptDocs, min, max);
      remember(min, max);
      return next;
    } catch (CollectionTerminatedException e) {
      throw e;
    } catch (RuntimeException e) {
      boolean mayRefuse = takesParts || !whole;
      if (mayRefuse && !isNoRefusal(e) && refuses(acceptDocs, min, max)) {
        throw new RefusedException(e, min);
      }
      throw e;
    }
  }

  /** True if a new scorer, after the same calls, refuses too before it collects anything. */
  private boolean refuses(@Nullable Bits acceptDocs, int min, int max) throws IOException {
    try {
      BulkScorer again = scorers.ofNewWeight(leaf);
      if (again == null) {
        return false;
      }
      again.score(new StoppingCollector(), acceptDocs, 0, 0);
      for (int i = 0; i < rangesEnd; i += 2) {
        again.score(new IgnoringCollector(), acceptDocs, ranges[i], ranges[i + 1]);
      }
      again.score(new StoppingCollector(), acceptDocs, min, max);
      return false;
    } catch (CollectionTerminatedException e) {
      return false;
    } catch (RuntimeException e) {
      return !isNoRefusal(e) && isScoredInOnePiece(acceptDocs);
    }
  }

  /** True if a new scorer scores the whole leaf. If not, the query is wrong and not the range. */
  private boolean isScoredInOnePiece(@Nullable Bits acceptDocs) throws IOException {
    try {
      BulkScorer whole = scorers.ofNewWeight(leaf);
      if (whole != null) {
        whole.score(
            scorers.needScores() ? new ScoringCollector() : new IgnoringCollector(),
            acceptDocs,
            0,
            DocIdSetIterator.NO_MORE_DOCS);
      }
      return true;
    } catch (RuntimeException e) {
      return isNoRefusal(e);
    }
  }

  private void remember(int min, int max) {
    if (rangesEnd == ranges.length) {
      ranges = Arrays.copyOf(ranges, 2 * rangesEnd);
    }
    ranges[rangesEnd++] = min;
    ranges[rangesEnd++] = max;
  }

  private static boolean isNoRefusal(RuntimeException e) {
    return e instanceof ThreadInterruptedException;
  }

  @Override
  public long cost() {
    return scorer == null ? 0 : scorer.cost();
  }

  private static class IgnoringCollector implements LeafCollector {
    @Override
    public void setScorer(Scorable scorable) {}

    @Override
    public void collect(int doc) throws IOException {}
  }

  /** Needs every score, since some queries fail only then. */
  private static final class ScoringCollector extends IgnoringCollector {
    private @Nullable Scorable scorable;

    @Override
    public void setScorer(Scorable scorable) {
      this.scorable = scorable;
    }

    @Override
    public void collect(int doc) throws IOException {
      requireNonNull(scorable).score();
    }
  }

  /** Stops at the first document. */
  private static final class StoppingCollector extends IgnoringCollector {
    @Override
    public void collect(int doc) {
      throw new CollectionTerminatedException();
    }
  }

  /** Thrown when a scorer refuses a part of a leaf and has collected nothing of it. */
  static final class RefusedException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final int minDoc;

    RefusedException(RuntimeException refusal, int minDoc) {
      super(null, refusal, false, false);
      this.minDoc = minDoc;
    }

    /** First refused document. */
    int minDoc() {
      return minDoc;
    }
  }
}
