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
 * A bulk scorer of which nobody knows whether it scores parts of a leaf. It is asked first, with an
 * empty range, as Lucene's own scorers ask each other; most that refuse refuse that. One that
 * refuses later is told from one that fails: a new one is made to repeat what it did, and refuses
 * as it did before it collects anything. Not thread-safe.
 */
final class AskedScorer extends BulkScorer {
  private final LeafScorers scorers;
  private final LeafReaderContext leaf;
  private final @Nullable BulkScorer scorer;
  private final boolean takesParts;

  /** The ranges that it has scored, two numbers each, to be repeated if it refuses one. */
  private int[] ranges = new int[16];

  private int rangesEnd;

  /**
   * Asks.
   *
   * @param scorer null if nothing in the leaf matches
   */
  AskedScorer(LeafScorers scorers, LeafReaderContext leaf, @Nullable BulkScorer scorer)
      throws IOException {
    this.scorers = scorers;
    this.leaf = leaf;
    Answer answer = scorer == null ? Answer.TAKES_PARTS : ask(scorer);
    this.takesParts = answer == Answer.TAKES_PARTS && !scorers.onlyWholeLeaves();
    // What refused may have moved on, past what is wrong with the query.
    this.scorer = answer == Answer.TAKES_PARTS ? scorer : scorers.anew(leaf);
  }

  /** False if it is to be called once, for the whole leaf. */
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
    /** It does not mind what it is asked, has begun to score the leaf and cannot go back. */
    IS_SPENT
  }

  private static Answer ask(BulkScorer scorer) throws IOException {
    try {
      scorer.score(new Nobody(), null, 0, 0);
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
   * As every bulk scorer.
   *
   * @throws RefusedException if the scorer takes no such range; it has collected nothing of it and
   *     is of no further use
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

  /** Whether a new scorer, after the same calls, refuses too before it collects anything. */
  private boolean refuses(@Nullable Bits acceptDocs, int min, int max) throws IOException {
    try {
      BulkScorer again = scorers.anew(leaf);
      if (again == null) {
        return false;
      }
      again.score(new Nobody(), acceptDocs, 0, 0);
      for (int i = 0; i < rangesEnd; i += 2) {
        again.score(new Anybody(), acceptDocs, ranges[i], ranges[i + 1]);
      }
      again.score(new Nobody(), acceptDocs, min, max);
      return false;
    } catch (CollectionTerminatedException e) {
      return false;
    } catch (RuntimeException e) {
      return !isNoRefusal(e) && isScoredInOnePiece(acceptDocs);
    }
  }

  /** Else it is not the range that is wrong, but the query. */
  private boolean isScoredInOnePiece(@Nullable Bits acceptDocs) throws IOException {
    try {
      BulkScorer whole = scorers.anew(leaf);
      if (whole != null) {
        whole.score(
            scorers.needScores() ? new Scoring() : new Anybody(),
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

  private static class Anybody implements LeafCollector {
    @Override
    public void setScorer(Scorable scorable) {}

    @Override
    public void collect(int doc) throws IOException {}
  }

  /** Some queries find what is wrong with them when a document's score is asked for. */
  private static final class Scoring extends Anybody {
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

  /** Ends at the first document. */
  private static final class Nobody extends Anybody {
    @Override
    public void collect(int doc) {
      throw new CollectionTerminatedException();
    }
  }
}
