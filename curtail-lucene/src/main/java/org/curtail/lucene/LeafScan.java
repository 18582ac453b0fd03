package org.curtail.lucene;

import java.io.IOException;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.QueryTimeout;
import org.apache.lucene.search.BulkScorer;
import org.apache.lucene.search.CollectionTerminatedException;
import org.apache.lucene.search.Collector;
import org.apache.lucene.search.LeafCollector;
import org.apache.lucene.search.ScorerSupplier;
import org.apache.lucene.search.Weight;
import org.apache.lucene.util.Bits;
import org.curtail.runtime.SharedWork.Checkpoint;
import org.jspecify.annotations.Nullable;

/**
 * What one worker of one search keeps between windows: its collector, and the scorer of the leaf at
 * hand, which goes on where it stopped. Windows come in ascending order. Not thread-safe.
 *
 * <p>Leaf by leaf this does what {@code IndexSearcher.searchLeaf} does, in the same order, with the
 * same handling of early termination and timeouts.
 */
final class LeafScan<C extends Collector> {
  /** As Lucene's time-limiting scorer: the clock is read after 100 documents, then ever later. */
  private static final int FIRST_TIMEOUT_DOCS = 100;

  private final C collector;
  private final Weight weight;
  private final @Nullable QueryTimeout timeout;
  private final int checkpointDocs;

  private @Nullable LeafReaderContext leaf;
  private @Nullable LeafCollector leafCollector;

  /** Absent if nothing in the leaf matches, or nothing more is wanted of it. */
  private @Nullable BulkScorer scorer;

  private @Nullable Bits liveDocs;
  private int nextDoc;
  private int timeoutDocs;
  private boolean timedOut;

  /**
   * A scan that has not begun.
   *
   * @param checkpointDocs how many documents at most between two checkpoints in a long window
   */
  LeafScan(C collector, Weight weight, @Nullable QueryTimeout timeout, int checkpointDocs) {
    this.collector = collector;
    this.weight = weight;
    this.timeout = timeout;
    this.checkpointDocs = checkpointDocs;
    collector.setWeight(weight);
  }

  C collector() {
    return collector;
  }

  /** True if a timeout cut the scan short. */
  boolean timedOut() {
    return timedOut;
  }

  /** Collects the matches in a window. */
  void score(Window window, Checkpoint checkpoint) throws IOException {
    if (leaf == null || leaf.ord != window.leaf().ord) {
      finishLeaf();
      enter(window.leaf());
    }
    if (scorer == null || leafCollector == null || nextDoc >= window.maxDoc()) {
      return;
    }
    try {
      score(scorer, leafCollector, window, checkpoint);
    } catch (CollectionTerminatedException e) {
      scorer = null;
    }
  }

  private void enter(LeafReaderContext next) throws IOException {
    leaf = next;
    nextDoc = 0;
    timeoutDocs = FIRST_TIMEOUT_DOCS;
    try {
      leafCollector = collector.getLeafCollector(next);
    } catch (CollectionTerminatedException e) {
      return;
    }
    ScorerSupplier supplier = weight.scorerSupplier(next);
    if (supplier != null) {
      supplier.setTopLevelScoringClause();
      scorer = supplier.bulkScorer();
      liveDocs = next.reader().getLiveDocs();
    }
  }

  private void score(BulkScorer bulk, LeafCollector leafHits, Window window, Checkpoint checkpoint)
      throws IOException {
    int minDoc = Math.max(window.minDoc(), nextDoc);
    int endDoc = Math.min(window.maxDoc(), window.leaf().reader().maxDoc());
    while (minDoc < endDoc) {
      int left = endDoc - minDoc;
      int step = checkpointDocs;
      if (timeout != null) {
        if (timeout.shouldExit()) {
          timedOut = true;
          scorer = null;
          return;
        }
        step = Math.min(step, timeoutDocs);
        timeoutDocs = Math.max(timeoutDocs, timeoutDocs + timeoutDocs / 2); // not past an int
      }
      int maxDoc = step < left ? minDoc + step : window.maxDoc();
      minDoc = bulk.score(leafHits, liveDocs, minDoc, maxDoc);
      nextDoc = minDoc;
      if (minDoc < endDoc) {
        checkpoint.pass();
        if (checkpoint.isOver()) {
          return;
        }
      }
    }
  }

  /** Ends the leaf at hand as Lucene does: always, unless an exception ended the search. */
  void finishLeaf() throws IOException {
    if (leafCollector != null) {
      leafCollector.finish();
    }
    leaf = null;
    leafCollector = null;
    scorer = null;
  }
}
