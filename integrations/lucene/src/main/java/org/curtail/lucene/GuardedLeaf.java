package org.curtail.lucene;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.search.BulkScorer;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.search.FilterLeafCollector;
import org.apache.lucene.search.LeafCollector;
import org.apache.lucene.util.Bits;
import org.apache.lucene.util.FixedBitSet;
import org.apache.lucene.util.ThreadInterruptedException;
import org.jspecify.annotations.Nullable;

/**
 * A leaf in a search by a query of which nobody knows whether several threads may score parts of
 * the same leaf. Some queries refuse: a second scorer for a leaf, or any range but the whole. Here
 * they get what they ask for, and every document is scored once, whenever they say so.
 *
 * <p>A worker alone goes through the leaf from its first document on, without a gap. When another
 * worker comes, it makes a second scorer. If that is refused, whoever has the first one takes all
 * the rest of the leaf, and the others pass it by; else every worker makes a scorer. That, or a
 * scorer, may still refuse then: the worker takes all from there on that nobody has begun, with a
 * new scorer that goes over the whole leaf and collects those documents only. What lies before is
 * left to whoever comes for it: collectors take documents in ascending order.
 *
 * <p>Safe for several threads.
 */
final class GuardedLeaf {
  /** What a worker keeps of the leaf, from range to range; these ascend. Not thread-safe. */
  static final class Own {
    private @Nullable AskedScorer scorer;
  }

  private record Range(int minDoc, int maxDoc) {}

  /** What a worker is to score now. */
  private record Turn(
      BulkScorer scorer, @Nullable Bits acceptDocs, int minDoc, int maxDoc, boolean inOnePiece) {
    void take(SharedLeaves.Scan scan) throws IOException {
      scan.score(scorer, acceptDocs, minDoc, maxDoc, inOnePiece);
    }
  }

  private final LeafScorers scorers;
  private final LeafReaderContext leaf;

  /**
   * From this document on a worker has taken all that nobody had begun. Written under the monitor.
   */
  private volatile int takenFrom = DocIdSetIterator.NO_MORE_DOCS;

  /** True once every worker gets a scorer. Written under this object's monitor. */
  private volatile boolean shared;

  // Guarded by this object's monitor.
  /** How far the first scorer has been, or is about to go. */
  private int reached;

  /** What others have begun. */
  private final List<Range> begun = new ArrayList<>(0);

  private @Nullable AskedScorer first;
  private boolean firstAtWork;

  /** Whoever works with the first scorer is to go on with all that nobody has begun. */
  private boolean restIsOwed;

  GuardedLeaf(LeafScorers scorers, LeafReaderContext leaf) {
    this.scorers = scorers;
    this.leaf = leaf;
  }

  /** All leaves of a search, by their ordinals. */
  static GuardedLeaf[] all(LeafScorers scorers, List<LeafReaderContext> leaves) {
    var guarded = new GuardedLeaf[leaves.size()];
    for (int ord = 0; ord < guarded.length; ord++) {
      guarded[ord] = new GuardedLeaf(scorers, leaves.get(ord));
    }
    return guarded;
  }

  /** For this thread: what a reader hands out belongs to the thread that asked for it. */
  private @Nullable Bits liveDocs() {
    return leaf.reader().getLiveDocs();
  }

  /** True if a worker has taken all from this document on that nobody had begun. */
  boolean isTaken(int doc) {
    return doc >= takenFrom;
  }

  private boolean isTakenAtAll() {
    return takenFrom != DocIdSetIterator.NO_MORE_DOCS;
  }

  /**
   * Scores a range, or more, or nothing of it: once all ranges of the leaf have been passed to this
   * method, each document has been scored once.
   */
  void score(Own own, int minDoc, int maxDoc, SharedLeaves.Scan scan) throws IOException {
    Turn turn;
    try {
      if (goOnAlone(own, minDoc, maxDoc)) {
        AskedScorer all = requireNonNull(own.scorer);
        scan.score(all, liveDocs(), minDoc, maxDoc, false);
        turn = afterwards(all);
      } else {
        turn = turn(own, minDoc, maxDoc);
      }
    } catch (RefusedException e) {
      own.scorer = null;
      turn = rest(e.minDoc(), maxDoc);
    }
    while (turn != null) {
      try {
        turn.take(scan);
        turn = afterwards(turn.scorer());
      } catch (RefusedException e) {
        own.scorer = null;
        turn = rest(e.minDoc(), turn.maxDoc());
      }
    }
  }

  /** What a search on one thread does again and again. */
  @SuppressWarnings("ReferenceEquality") // The very first.
  private synchronized boolean goOnAlone(Own own, int minDoc, int maxDoc) {
    AskedScorer all = first;
    if (isTakenAtAll()
        || shared
        || all == null
        || own.scorer != all
        || minDoc != reached
        || !all.takesParts()) {
      return false;
    }
    reached = maxDoc;
    firstAtWork = true;
    return true;
  }

  /** Makes the first scorer, so that this needs not be done when a range is scored. */
  synchronized void prepare(Own own) throws IOException {
    if (first == null) {
      first = firstScorer();
      own.scorer = first;
      if (first.isEmpty()) {
        takenFrom = 0; // As by Lucene, nothing is scored and no timeout is asked.
      }
    }
  }

  private @Nullable Turn turn(Own own, int minDoc, int maxDoc) throws IOException {
    if (!shared) {
      synchronized (this) {
        if (isTaken(minDoc)) {
          return null;
        }
        if (!shared) {
          prepare(own);
          if (isTaken(minDoc)) {
            return null;
          }
          if (goOnAlone(own, minDoc, maxDoc)) {
            return new Turn(requireNonNull(first), liveDocs(), minDoc, maxDoc, false);
          }
          if (!share(own)) {
            return takeRest(own, requireNonNull(first));
          }
        }
      }
    }
    return begin(minDoc, maxDoc)
        ? new Turn(ownScorer(own, minDoc), liveDocs(), minDoc, maxDoc, false)
        : null;
  }

  /**
   * Under the monitor: with the first scorer if it is this worker's, or leaves it to who has that
   * one at work. A scorer stays with the thread that made it: it may hold parts of the index that
   * only this thread may read. Its collector may also have told it which scores can compete.
   */
  @SuppressWarnings("ReferenceEquality") // The very first.
  private @Nullable Turn takeRest(Own own, AskedScorer all) throws IOException {
    takenFrom = reached;
    if (firstAtWork) {
      restIsOwed = true;
      return null;
    }
    if (own.scorer == all) {
      return new Turn(all, liveDocs(), reached, DocIdSetIterator.NO_MORE_DOCS, !all.takesParts());
    }
    var accepted = new FixedBitSet(leaf.reader().maxDoc());
    int from = Math.min(reached, accepted.length());
    accepted.set(from, accepted.length());
    return wholeOf(accepted);
  }

  /** Who worked with the first scorer when another was refused goes on with all the rest. */
  @SuppressWarnings("ReferenceEquality") // The very first.
  private synchronized @Nullable Turn afterwards(BulkScorer scorer) {
    if (scorer != first) {
      return null;
    }
    firstAtWork = false;
    if (!restIsOwed) {
      return null;
    }
    restIsOwed = false;
    return new Turn(scorer, liveDocs(), reached, DocIdSetIterator.NO_MORE_DOCS, false);
  }

  /** Whoever looked at the weight before may have used up its only scorer of this leaf. */
  private AskedScorer firstScorer() throws IOException {
    try {
      return new AskedScorer(scorers, leaf, scorers.of(leaf));
    } catch (ThreadInterruptedException e) {
      throw e;
    } catch (RuntimeException e) {
      return new AskedScorer(scorers, leaf, scorers.anew(leaf));
    }
  }

  /**
   * Makes a second scorer. If this worker has the first, whoever left the gap in its way has yet to
   * come and makes one. Returns false if it is refused.
   */
  private boolean share(Own own) throws IOException {
    if (!requireNonNull(first).takesParts()) {
      return false;
    }
    if (own.scorer != null) {
      shared = true;
      return true;
    }
    AskedScorer second;
    try {
      second = new AskedScorer(scorers, leaf, scorers.of(leaf));
    } catch (ThreadInterruptedException e) {
      throw e;
    } catch (RuntimeException e) {
      return false;
    }
    if (!second.takesParts()) {
      return false;
    }
    own.scorer = second;
    shared = true;
    return true;
  }

  private synchronized boolean begin(int minDoc, int maxDoc) {
    if (isTaken(minDoc)) {
      return false;
    }
    begun.add(new Range(minDoc, maxDoc));
    return true;
  }

  private AskedScorer ownScorer(Own own, int minDoc) throws IOException {
    if (own.scorer == null) {
      try {
        own.scorer = new AskedScorer(scorers, leaf, scorers.of(leaf));
      } catch (ThreadInterruptedException e) {
        throw e;
      } catch (RuntimeException e) {
        throw new RefusedException(e, minDoc);
      }
    }
    return own.scorer;
  }

  /** What was refused of a turn and, unless another took it, all after it that nobody has begun. */
  private @Nullable Turn rest(int minDoc, int maxDoc) throws IOException {
    var accepted = new FixedBitSet(leaf.reader().maxDoc());
    synchronized (this) {
      if (!isTakenAtAll() || restIsOwed) {
        takenFrom = Math.min(takenFrom, minDoc);
        restIsOwed = false;
        accepted.set(Math.min(minDoc, accepted.length()), accepted.length());
        for (Range range : begun) {
          accepted.clear(
              Math.min(range.minDoc(), accepted.length()),
              Math.min(range.maxDoc(), accepted.length()));
        }
      }
    }
    int end = Math.min(maxDoc, accepted.length());
    if (minDoc < end) {
      accepted.set(minDoc, end);
    }
    return wholeOf(accepted);
  }

  /**
   * A new scorer that goes over the whole leaf and collects these documents only. It sees the
   * others too: what is wrong with a query shows as on one thread.
   */
  private @Nullable Turn wholeOf(FixedBitSet accepted) throws IOException {
    BulkScorer whole = scorers.anew(leaf);
    return whole == null
        ? null
        : new Turn(new Only(accepted, whole), liveDocs(), 0, DocIdSetIterator.NO_MORE_DOCS, true);
  }

  /** Scores all documents, and collects some. */
  private static final class Only extends BulkScorer {
    private final FixedBitSet accepted;
    private final BulkScorer scorer;

    Only(FixedBitSet accepted, BulkScorer scorer) {
      this.accepted = accepted;
      this.scorer = scorer;
    }

    @Override
    public int score(LeafCollector collector, @Nullable Bits acceptDocs, int min, int max)
        throws IOException {
      var some =
          new FilterLeafCollector(collector) {
            @Override
            public void collect(int doc) throws IOException {
              if (accepted.get(doc)) {
                collector.collect(doc);
              }
            }

            @Override
            public @Nullable DocIdSetIterator competitiveIterator() throws IOException {
              return collector.competitiveIterator();
            }
          };
      return scorer.score(some, acceptDocs, min, max);
    }

    @Override
    public long cost() {
      return scorer.cost();
    }
  }
}
