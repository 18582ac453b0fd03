package org.curtail.lucene.ranked;

import org.apache.lucene.util.LongHeap;

/**
 * Best hits of one worker: those of all workers at its last refresh, and its own since. The object
 * is the local heap of the Adaptive parallelism paper, section 4.2. Not thread-safe.
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

  /** Offers a match. Returns true if it entered. */
  boolean offer(float score, int doc) {
    long hit = HitOrder.encode(score, doc);
    if (hit <= worst()) {
      return false;
    }
    best.insertWithOverflow(hit);
    found.insertWithOverflow(hit);
    return true;
  }

  /** The hit that a new one must beat; {@link HitOrder#NOTHING} while the top is not full. */
  long worst() {
    return best.size() < most ? HitOrder.NOTHING : best.top();
  }

  /** Counts a match, in the top or not. */
  void count() {
    collected++;
  }

  long collected() {
    return collected;
  }

  /** Publishes the hits found since the last call. Called at the end of a chunk. */
  void publish() {
    if (found.size() > 0) {
      global.add(found);
      found.clear();
    }
  }

  /** Copies the hits that other workers published. Called at the beginning of a chunk. */
  void refresh() {
    if (version != global.version()) {
      version = global.copyTo(best);
    }
  }
}
