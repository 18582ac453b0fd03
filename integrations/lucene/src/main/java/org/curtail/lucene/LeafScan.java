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
 * State of one worker between windows: a collector, and the scorer of the current leaf, which
 * continues at its last document. Windows come in ascending order. Not thread-safe.
 *
 * <p>For each leaf it does the same as {@code IndexSearcher.searchLeaf}, in the same order, with
 * the same early termination and timeouts.
 */
final class LeafScan<C extends Collector> implements SharedLeaves.Scan {
  /**
   * Wanted time between two borders. At a border the engine may give the core to a shorter request.
   */
  private static final long BORDER_NANOS = 500_000;

  private static final double MOST_GROWTH = 4;

  /** Documents before the first border. A document may take tens of microseconds, as by script. */
  private static final int FIRST_BORDER_DOCS = 16;

  /** First border for queries of Lucene's core, which take less than a microsecond per document. */
  private static final int FIRST_BORDER_DOCS_KNOWN = 1024;

  private final C collector;
  private final SharedLeaves leaves;
  private final @Nullable QueryTimeout timeout;
  private final int mostBorderDocs;
  private final int firstTimeoutDocs;
  private final int mostTimeoutDocs;

  /** First document scored, counted within the index; {@code NO_MORE_DOCS} before the first. */
  private int firstDoc = DocIdSetIterator.NO_MORE_DOCS;

  private @Nullable LeafReaderContext leaf;
  private @Nullable LeafCollector leafCollector;

  private SharedLeaves.@Nullable Part part;
  private @Nullable Checkpoint checkpoint;

  /** False if the collector or a timeout has ended the leaf. */
  private boolean wanted;

  private int nextDoc;

  /** Document before which the timeout is checked next. */
  private int nextTimeoutDoc;

  private int timeoutDocs;
  private boolean timedOut;

  /** Documents until the next border of the engine. */
  private int borderDocs;

  /** Creates a scan before its first window. The search has the timeout and the window size. */
  LeafScan(C collector, SharedLeaves leaves, SharedSearch search) {
    this.collector = collector;
    this.leaves = leaves;
    this.timeout = search.searcher().getTimeout();
    this.mostBorderDocs = search.windowDocs();
    this.borderDocs =
        Math.min(leaves.areKnown() ? FIRST_BORDER_DOCS_KNOWN : FIRST_BORDER_DOCS, mostBorderDocs);
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
   * Collects the matches in a window, or in more or less of the leaf, as the query's scorers allow.
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

  /** Moves to a window's leaf. Returns true if the leaf is new and the collector needs it. */
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
    long borderNanos = System.nanoTime();
    try {
      while (minDoc < endDoc) {
        int left = endDoc - minDoc;
        int step = borderDocs;
        if (timeout != null) {
          if (minDoc >= nextTimeoutDoc && isTimedOut(timeout, minDoc)) {
            return;
          }
          step = Math.min(step, nextTimeoutDoc - minDoc);
        }
        int maxDoc = step < left ? minDoc + step : toDoc;
        minDoc = bulk.score(to, acceptDocs, minDoc, maxDoc);
        nextDoc = minDoc;
        long nowNanos = System.nanoTime();
        borderDocs =
            borderDocsAfter(
                borderDocs, Math.min(step, left), nowNanos - borderNanos, mostBorderDocs);
        borderNanos = nowNanos;
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

  /**
   * Returns the number of documents to the next border. The result is the number for {@link
   * #BORDER_NANOS} at the last speed, at most four times the last number. Faster documents never
   * lower it.
   *
   * @param borderDocs last result, at least 1
   * @param docs documents scored since the last border, 1 to {@code borderDocs}
   * @param nanos time of these documents
   * @param mostDocs maximum of the result, at least 1
   */
  static int borderDocsAfter(int borderDocs, int docs, long nanos, int mostDocs) {
    double growth = Math.min(BORDER_NANOS / (double) Math.max(nanos, 1), MOST_GROWTH);
    double next = growth < 1 ? docs * growth : Math.max(borderDocs, docs * growth);
    return (int) Math.clamp(next, 1, mostDocs);
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
        // The collector needs nothing more of the leaf, or the leaf has ended.
      }
    }
    wanted = false;
  }

  /** Finishes the current leaf as Lucene does, except after an exception. */
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
