package org.curtail.lucene.ranked;

import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.TopDocs;
import org.apache.lucene.search.TotalHits;
import org.apache.lucene.util.LongHeap;

/**
 * The best hits that all workers of one search have found so far: the global heap of the Adaptive
 * parallelism paper, section 4.2. Workers bring their finds at the end of a chunk and take away
 * what the others found. Safe for several threads.
 */
final class TopHits {
  private final int most;
  private final LongHeap heap;
  private volatile long worst = HitOrder.NOTHING;
  private volatile int version;

  /**
   * Empty.
   *
   * @param most how many hits are wanted, at least 1
   */
  TopHits(int most) {
    this.most = most;
    this.heap = new LongHeap(most);
  }

  /** A hit must be better than this to enter; {@link HitOrder#NOTHING} while there is room. */
  long worst() {
    return worst;
  }

  /** Changes whenever the hits do. */
  int version() {
    return version;
  }

  /** Takes hits that no worker has brought before. */
  @SuppressWarnings("NonAtomicVolatileUpdate") // Others only read it.
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

  /** Replaces what {@code target} holds by these hits; returns their {@link #version}. */
  synchronized int copyTo(LongHeap target) {
    target.clear();
    target.pushAll(heap);
    return version;
  }

  /**
   * The hits, best first. To be called when all workers have stopped.
   *
   * @param collected how many matches were looked at: all there are, unless the top became full
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
