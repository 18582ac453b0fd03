package org.curtail.lucene.ranked;

import org.apache.lucene.util.LongHeap;

/**
 * One worker's best hits: those of all workers at its last refresh, and its own since. This is the
 * local heap of the Adaptive parallelism paper, section 4.2. Not thread-safe.
 */
final class LocalHits {
  private final TopHits global;
  private final int most;
  private final LongHeap best;
  private final LongHeap found;
  private int version;
  private long collected;

  LocalHits(TopHits global, int most) {
    this.global = global;
    this.most = most;
    this.best = new LongHeap(most);
    this.found = new LongHeap(most);
  }

  /** Offers a match; true if it entered. */
  boolean offer(float score, int doc) {
    long hit = HitOrder.encode(score, doc);
    if (hit <= worst()) {
      return false;
    }
    best.insertWithOverflow(hit);
    found.insertWithOverflow(hit);
    return true;
  }

  /** The hit that a new one must beat; {@link HitOrder#NOTHING} while there is room. */
  long worst() {
    return best.size() < most ? HitOrder.NOTHING : best.top();
  }

  /** Counts a match, good enough or not. */
  void count() {
    collected++;
  }

  long collected() {
    return collected;
  }

  /** At the end of a chunk: publishes the hits found since the last call. */
  void publish() {
    if (found.size() > 0) {
      global.add(found);
      found.clear();
    }
  }

  /** At the beginning of a chunk: copies the hits that other workers published. */
  void refresh() {
    if (version != global.version()) {
      version = global.copyTo(best);
    }
  }
}
