package org.curtail.lucene;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.QueryTimeout;
import org.apache.lucene.search.BulkScorer;
import org.apache.lucene.search.CollectionTerminatedException;
import org.apache.lucene.search.Collector;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.search.LeafCollector;
import org.apache.lucene.util.Bits;
import org.curtail.runtime.SharedWork.Checkpoint;
import org.jspecify.annotations.Nullable;

/**
 * What a worker of one search keeps between windows: a collector, and the scorer of the leaf at
 * hand, which goes on where it stopped. Windows come in ascending order. Not thread-safe.
 *
 * <p>Leaf by leaf this does what {@code IndexSearcher.searchLeaf} does, in the same order, with the
 * same handling of early termination and timeouts.
 */
final class LeafScan<C extends Collector> implements SharedLeaves.Scan {
  private final C collector;
  private final SharedLeaves leaves;
  private final @Nullable QueryTimeout timeout;
  private final int checkpointDocs;
  private final int firstTimeoutDocs;
  private final int mostTimeoutDocs;

  /** Where it began, counted within the index; no document if it has not. */
  private int firstDoc = DocIdSetIterator.NO_MORE_DOCS;

  private @Nullable LeafReaderContext leaf;
  private @Nullable LeafCollector leafCollector;

  private SharedLeaves.@Nullable Part part;
  private @Nullable Checkpoint checkpoint;

  /** False if the collector, or a timeout, wants nothing more of the leaf. */
  private boolean wanted;

  private int nextDoc;

  /** The timeout is asked before this document, and then after so many more. */
  private int nextTimeoutDoc;

  private int timeoutDocs;
  private boolean timedOut;

  /**
   * A scan that has not begun.
   *
   * @param of asks its timeout, and passes a checkpoint in a long window after so many documents at
   *     most as its windows have
   */
  LeafScan(C collector, SharedLeaves leaves, SharedSearch of) {
    this.collector = collector;
    this.leaves = leaves;
    this.timeout = of.searcher().getTimeout();
    this.checkpointDocs = of.windowDocs();
    this.firstTimeoutDocs = of.firstTimeoutDocs();
    this.mostTimeoutDocs = of.mostTimeoutDocs();
    collector.setWeight(leaves.weight());
  }

  C collector() {
    return collector;
  }

  int firstDoc() {
    return firstDoc;
  }

  /** True if no leaf lies between what was scored last and this one. */
  boolean reaches(LeafReaderContext next) {
    return leaf == null || next.ord <= leaf.ord + 1;
  }

  /** True if a timeout cut the scan short. */
  boolean timedOut() {
    return timedOut;
  }

  /** Collects the matches in a window, or more or less, as the query's scorers allow. */
  void score(Window window, Checkpoint checkpoint) throws IOException {
    if (leaves.isTaken(window.leaf(), window.minDoc())) {
      return;
    }
    if (enter(window)) {
      part = leaves.part(window.leaf());
    }
    if (wanted) {
      this.checkpoint = checkpoint;
      requireNonNull(part).score(window.minDoc(), window.maxDoc(), this);
    }
  }

  @Override
  public void score(
      BulkScorer bulk, @Nullable Bits acceptDocs, int minDoc, int maxDoc, boolean inOnePiece)
      throws IOException {
    if (!wanted) {
      return; // between two ranges that became one
    }
    if (inOnePiece) {
      scoreInOnePiece(bulk, acceptDocs, minDoc, maxDoc);
    } else {
      score(bulk, acceptDocs, minDoc, maxDoc, requireNonNull(checkpoint));
    }
  }

  /** Returns true if the leaf was not at hand and the collector wants it. */
  private boolean enter(Window window) throws IOException {
    LeafReaderContext next = window.leaf();
    if (leaf != null && leaf.ord == next.ord) {
      return false;
    }
    finishLeaf();
    firstDoc = Math.min(firstDoc, next.docBase + window.minDoc());
    leaf = next;
    nextDoc = 0;
    nextTimeoutDoc = 0;
    timeoutDocs = firstTimeoutDocs;
    try {
      leafCollector = collector.getLeafCollector(next);
    } catch (CollectionTerminatedException e) {
      return false;
    }
    wanted = true;
    return true;
  }

  private void score(
      BulkScorer bulk, @Nullable Bits acceptDocs, int fromDoc, int toDoc, Checkpoint checkpoint)
      throws IOException {
    LeafCollector to = requireNonNull(leafCollector);
    int minDoc = Math.max(fromDoc, nextDoc);
    int endDoc = Math.min(toDoc, requireNonNull(leaf).reader().maxDoc());
    try {
      while (minDoc < endDoc) {
        int left = endDoc - minDoc;
        int step = checkpointDocs;
        if (timeout != null) {
          if (minDoc >= nextTimeoutDoc && isTimedOut(timeout, minDoc)) {
            return;
          }
          step = Math.min(step, nextTimeoutDoc - minDoc);
        }
        int maxDoc = step < left ? minDoc + step : toDoc;
        minDoc = bulk.score(to, acceptDocs, minDoc, maxDoc);
        nextDoc = minDoc;
        if (minDoc < endDoc) {
          checkpoint.pass();
          if (checkpoint.isOver()) {
            return;
          }
        }
      }
    } catch (CollectionTerminatedException e) {
      wanted = false;
    }
  }

  /** Asks where Lucene's time-limiting scorer asks: after ever more documents. */
  private boolean isTimedOut(QueryTimeout asked, int minDoc) {
    if (asked.shouldExit()) {
      wanted = false;
      timedOut = true;
      return true;
    }
    int docs = Math.min(timeoutDocs, mostTimeoutDocs);
    nextTimeoutDoc = minDoc + Math.min(docs, DocIdSetIterator.NO_MORE_DOCS - minDoc);
    timeoutDocs = Math.max(timeoutDocs, timeoutDocs + timeoutDocs / 2); // not past an int
    return false;
  }

  private void scoreInOnePiece(BulkScorer bulk, @Nullable Bits acceptDocs, int minDoc, int maxDoc)
      throws IOException {
    if (timeout != null && timeout.shouldExit()) {
      timedOut = true;
    } else {
      try {
        bulk.score(requireNonNull(leafCollector), acceptDocs, minDoc, maxDoc);
      } catch (CollectionTerminatedException e) {
        // Nothing more is wanted of the leaf, and there is nothing more.
      }
    }
    wanted = false;
  }

  /**
   * Ends the leaf at hand as Lucene does: always, unless an exception ended the search. No more of
   * it is scored.
   */
  void finishLeaf() throws IOException {
    LeafCollector finished = leafCollector;
    leafCollector = null;
    part = null;
    wanted = false;
    if (finished != null) {
      finished.finish();
    }
  }
}
