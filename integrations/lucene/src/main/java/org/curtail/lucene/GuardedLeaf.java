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
import org.curtail.lucene.ProbedScorer.RefusedException;
import org.jspecify.annotations.Nullable;

/**
 * One leaf in a search by a query that may not support several threads: it may refuse a second
 * scorer for a leaf, or any range except the whole leaf. Every document is scored once, whenever
 * the query refuses.
 *
 * <p>A single worker scores the leaf from its first document, without a gap. A second worker makes
 * a second scorer. If the query refuses it, the worker with the first scorer takes the rest of the
 * leaf, and others skip the leaf. Otherwise every worker makes its own scorer. The query may still
 * refuse a later scorer or range. Then that worker takes all later documents that no worker has
 * begun. The worker's new scorer scores the whole leaf and collects only those documents. Other
 * workers take the ranges before it, because collectors need ascending documents.
 *
 * <p>Thread-safe.
 */
final class GuardedLeaf {
  /** One worker's scorer of the leaf. Ranges ascend. Not thread-safe. */
  static final class WorkerScorer {
    private @Nullable ProbedScorer scorer;
  }

  private record Range(int minDoc, int maxDoc) {}

  /** A range to score now, with its scorer. */
  private record Task(
      BulkScorer scorer, @Nullable Bits acceptDocs, int minDoc, int maxDoc, boolean inOnePiece) {
    void take(SharedLeaves.Scan scan) throws IOException {
      scan.score(scorer, acceptDocs, minDoc, maxDoc, inOnePiece);
    }
  }

  private final LeafScorers scorers;
  private final LeafReaderContext leaf;

  /** First document of the rest that one worker has taken. Written under this object's monitor. */
  private volatile int takenFrom = DocIdSetIterator.NO_MORE_DOCS;

  /** True once every worker gets its own scorer. Written under this object's monitor. */
  private volatile boolean shared;

  // Guarded by this object's monitor.
  /** First document that the first scorer has not got yet. */
  private int reached;

  /** Ranges begun with other scorers. */
  private final List<Range> begun = new ArrayList<>(0);

  private @Nullable ProbedScorer first;
  private boolean firstAtWork;

  /** True if the worker with the first scorer must also score the rest of the leaf. */
  private boolean restPending;

  GuardedLeaf(LeafScorers scorers, LeafReaderContext leaf) {
    this.scorers = scorers;
    this.leaf = leaf;
  }

  /** Returns all leaves of a search, by ordinal. */
  static GuardedLeaf[] all(LeafScorers scorers, List<LeafReaderContext> leaves) {
    var guarded = new GuardedLeaf[leaves.size()];
    for (int ord = 0; ord < guarded.length; ord++) {
      guarded[ord] = new GuardedLeaf(scorers, leaves.get(ord));
    }
    return guarded;
  }

  /**
   * Returns the live documents for the calling thread. A reader's result belongs to the thread that
   * asked for it.
   */
  private @Nullable Bits liveDocs() {
    return leaf.reader().getLiveDocs();
  }

  /** True if a worker has taken the rest of the leaf, including this document. */
  boolean isTaken(int doc) {
    return doc >= takenFrom;
  }

  private boolean isRestTaken() {
    return takenFrom != DocIdSetIterator.NO_MORE_DOCS;
  }

  /**
   * Scores a range, more than the range, or none of it. After calls for all ranges of the leaf,
   * each document has been scored once.
   */
  void score(WorkerScorer own, int minDoc, int maxDoc, SharedLeaves.Scan scan) throws IOException {
    Task turn;
    try {
      if (continueAlone(own, minDoc, maxDoc)) {
        ProbedScorer all = requireNonNull(own.scorer);
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

  /** Extends the first scorer's range: the path of a search on one thread. */
  @SuppressWarnings("ReferenceEquality") // The first scorer itself.
  private synchronized boolean continueAlone(WorkerScorer own, int minDoc, int maxDoc) {
    ProbedScorer all = first;
    if (isRestTaken()
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

  /** Makes the first scorer before the first range. */
  synchronized void prepare(WorkerScorer own) throws IOException {
    if (first == null) {
      first = firstScorer();
      own.scorer = first;
      if (first.isEmpty()) {
        takenFrom = 0; // As in Lucene, an empty leaf needs no scoring and no check of the timeout.
      }
    }
  }

  private @Nullable Task turn(WorkerScorer own, int minDoc, int maxDoc) throws IOException {
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
          if (continueAlone(own, minDoc, maxDoc)) {
            return new Task(requireNonNull(first), liveDocs(), minDoc, maxDoc, false);
          }
          if (!share(own)) {
            return takeRest(own, requireNonNull(first));
          }
        }
      }
    }
    return begin(minDoc, maxDoc)
        ? new Task(ownScorer(own, minDoc), liveDocs(), minDoc, maxDoc, false)
        : null;
  }

  /**
   * Takes the rest of the leaf, under the monitor. The worker with the first scorer uses that
   * scorer; if it is another worker, it gets the rest later. A scorer stays with its thread. The
   * scorer may have parts of the index that only this thread may read, and a minimum competitive
   * score from its collector.
   */
  @SuppressWarnings("ReferenceEquality") // The first scorer itself.
  private @Nullable Task takeRest(WorkerScorer own, ProbedScorer all) throws IOException {
    takenFrom = reached;
    if (firstAtWork) {
      restPending = true;
      return null;
    }
    if (own.scorer == all) {
      return new Task(all, liveDocs(), reached, DocIdSetIterator.NO_MORE_DOCS, !all.takesParts());
    }
    var accepted = new FixedBitSet(leaf.reader().maxDoc());
    int from = Math.min(reached, accepted.length());
    accepted.set(from, accepted.length());
    return wholeOf(accepted);
  }

  /**
   * Returns the rest of the leaf if this worker has the first scorer and the query refused another.
   */
  @SuppressWarnings("ReferenceEquality") // The first scorer itself.
  private synchronized @Nullable Task afterwards(BulkScorer scorer) {
    if (scorer != first) {
      return null;
    }
    firstAtWork = false;
    if (!restPending) {
      return null;
    }
    restPending = false;
    return new Task(scorer, liveDocs(), reached, DocIdSetIterator.NO_MORE_DOCS, false);
  }

  /**
   * Makes the first scorer. The scorer needs a new weight if the weight's only scorer was used
   * before.
   */
  private ProbedScorer firstScorer() throws IOException {
    try {
      return new ProbedScorer(scorers, leaf, scorers.of(leaf));
    } catch (ThreadInterruptedException e) {
      throw e;
    } catch (RuntimeException e) {
      return new ProbedScorer(scorers, leaf, scorers.ofNewWeight(leaf));
    }
  }

  /**
   * Makes a second scorer; returns false if the query refuses it. If this worker has the first
   * scorer, the worker that left the gap before this range makes its own later.
   */
  private boolean share(WorkerScorer own) throws IOException {
    if (!requireNonNull(first).takesParts()) {
      return false;
    }
    if (own.scorer != null) {
      shared = true;
      return true;
    }
    ProbedScorer second;
    try {
      second = new ProbedScorer(scorers, leaf, scorers.of(leaf));
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

  private ProbedScorer ownScorer(WorkerScorer own, int minDoc) throws IOException {
    if (own.scorer == null) {
      try {
        own.scorer = new ProbedScorer(scorers, leaf, scorers.of(leaf));
      } catch (ThreadInterruptedException e) {
        throw e;
      } catch (RuntimeException e) {
        throw new RefusedException(e, minDoc);
      }
    }
    return own.scorer;
  }

  /** Returns the refused part of a range. Adds the rest of the leaf if no other worker took it. */
  private @Nullable Task rest(int minDoc, int maxDoc) throws IOException {
    var accepted = new FixedBitSet(leaf.reader().maxDoc());
    synchronized (this) {
      if (!isRestTaken() || restPending) {
        takenFrom = Math.min(takenFrom, minDoc);
        restPending = false;
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
   * Makes a new scorer that scores the whole leaf and collects only the accepted documents. The
   * scorer also scores the others, so that errors appear as on one thread.
   */
  private @Nullable Task wholeOf(FixedBitSet accepted) throws IOException {
    BulkScorer whole = scorers.ofNewWeight(leaf);
    return whole == null
        ? null
        : new Task(
            new AcceptedOnly(accepted, whole), liveDocs(), 0, DocIdSetIterator.NO_MORE_DOCS, true);
  }

  /** Scores all documents and collects the accepted ones. */
  private static final class AcceptedOnly extends BulkScorer {
    private final FixedBitSet accepted;
    private final BulkScorer scorer;

    AcceptedOnly(FixedBitSet accepted, BulkScorer scorer) {
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
