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
 * The state of one worker between windows: a collector, and the scorer of the current leaf, which
 * continues where it stopped. Windows come in ascending order. Not thread-safe.
 *
 * <p>Leaf by leaf this does what {@code IndexSearcher.searchLeaf} does, in the same order, with the
 * same early termination and timeouts.
 */
final class LeafScan<C extends Collector> implements SharedLeaves.Scan {
  private final C collector;
  private final SharedLeaves leaves;
  private final @Nullable QueryTimeout timeout;
  private final int checkpointDocs;
  private final int firstTimeoutDocs;
  private final int mostTimeoutDocs;

  /** First document scored, counted within the index; {@code NO_MORE_DOCS} before the first. */
  private int firstDoc = DocIdSetIterator.NO_MORE_DOCS;

  private @Nullable LeafReaderContext leaf;
  private @Nullable LeafCollector leafCollector;

  private SharedLeaves.@Nullable Part part;
  private @Nullable Checkpoint checkpoint;

  /** False if the collector, or a timeout, needs nothing more of the leaf. */
  private boolean wanted;

  private int nextDoc;

  /** Document before which the timeout is checked next. */
  private int nextTimeoutDoc;

  private int timeoutDocs;
  private boolean timedOut;

  /**
   * A scan that has not begun.
   *
   * @param of the search: gives the timeout, and the number of documents between checkpoints in a
   *     long window
   */
  LeafScan(C collector, SharedLeaves leaves, SharedSearch search) {
    this.collector = collector;
    this.leaves = leaves;
    this.timeout = search.searcher().getTimeout();
    this.checkpointDocs = search.windowDocs();
    this.firstTimeoutDocs = search.firstTimeoutDocs();
    this.mostTimeoutDocs = search.mostTimeoutDocs();
    collector.setWeight(leaves.weight());
  }

  C collector() {
    return collector;
  }

  int firstDoc() {
    return firstDoc;
  }

  /** True if no leaf lies between the current leaf and this one. */
  boolean reaches(LeafReaderContext next) {
    return leaf == null || next.ord <= leaf.ord + 1;
  }

  /** True if a timeout ended the scan early. */
  boolean timedOut() {
    return timedOut;
  }

  /**
   * Collects the matches in a window; in more or less of the leaf, as the query's scorers allow.
   */
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
      return; // the collector finished between two ranges that were merged
    }
    if (inOnePiece) {
      scoreInOnePiece(bulk, acceptDocs, minDoc, maxDoc);
    } else {
      score(bulk, acceptDocs, minDoc, maxDoc, requireNonNull(checkpoint));
    }
  }

  /** Moves to a window's leaf; true if the leaf is new and the collector needs it. */
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

  /** Checks the timeout where Lucene's time-limiting scorer does: at growing distances. */
  private boolean isTimedOut(QueryTimeout asked, int minDoc) {
    if (asked.shouldExit()) {
      wanted = false;
      timedOut = true;
      return true;
    }
    int docs = Math.min(timeoutDocs, mostTimeoutDocs);
    nextTimeoutDoc = minDoc + Math.min(docs, DocIdSetIterator.NO_MORE_DOCS - minDoc);
    timeoutDocs = Math.max(timeoutDocs, timeoutDocs + timeoutDocs / 2); // no overflow
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
        // The collector needs nothing more of the leaf, and there is nothing more.
      }
    }
    wanted = false;
  }

  /** Finishes the current leaf as Lucene does: always, unless an exception ended the search. */
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
