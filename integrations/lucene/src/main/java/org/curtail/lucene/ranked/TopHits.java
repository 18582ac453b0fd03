package org.curtail.lucene.ranked;

import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.TopDocs;
import org.apache.lucene.search.TotalHits;
import org.apache.lucene.util.LongHeap;

/**
 * Best hits so far of all workers of one search: the global heap of the Adaptive parallelism paper,
 * section 4.2. Workers publish their hits at the end of a chunk and copy those of others.
 * Thread-safe.
 */
final class TopHits {
  private final int most;
  private final LongHeap heap;
  private volatile long worst = HitOrder.NOTHING;
  private volatile int version;

  /**
   * Creates an empty heap.
   *
   * @param most number of hits wanted, at least 1
   */
  TopHits(int most) {
    this.most = most;
    this.heap = new LongHeap(most);
  }

  /** The hit that a new one must beat; {@link HitOrder#NOTHING} while the top is not full. */
  long worst() {
    return worst;
  }

  /** Number that changes whenever the hits change. */
  int version() {
    return version;
  }

  /** Adds hits that no worker has added before. */
  @SuppressWarnings("NonAtomicVolatileUpdate") // Other threads only read it.
  synchronized void add(LongHeap found) {
    boolean entered = false;
    for (int i = 1; i <= found.size(); i++) {
      entered |= heap.insertWithOverflow(found.get(i));
    }
    if (entered) {
      if (heap.size() == most) {
        worst = heap.top();
      }
      version++;
    }
  }

  /** Replaces the hits in {@code target} by these, and returns their {@link #version}. */
  synchronized int copyTo(LongHeap target) {
    target.clear();
    target.pushAll(heap);
    return version;
  }

  /**
   * Returns the hits, best first. Called after all workers have stopped.
   *
   * @param collected number of scored matches: all matches, if the top never became full
   */
  synchronized TopDocs topDocs(long collected) {
    var best = new LongHeap(most);
    best.pushAll(heap);
    var hits = new ScoreDoc[best.size()];
    for (int i = hits.length - 1; i >= 0; i--) {
      long hit = best.pop();
      hits[i] = new ScoreDoc(HitOrder.doc(hit), HitOrder.score(hit));
    }
    return new TopDocs(
        new TotalHits(
            collected,
            heap.size() < most
                ? TotalHits.Relation.EQUAL_TO
                : TotalHits.Relation.GREATER_THAN_OR_EQUAL_TO),
        hits);
  }
}
