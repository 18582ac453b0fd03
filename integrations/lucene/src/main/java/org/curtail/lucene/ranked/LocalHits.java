package org.curtail.lucene.ranked;

import org.apache.lucene.util.LongHeap;

/**
 * The best hits that one worker knows of: those of all workers when it last looked, and its own
 * since: the local heap of the Adaptive parallelism paper, section 4.2. Not thread-safe.
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

  /** Offers a match; it enters if it is good enough. Returns whether it did. */
  boolean offer(float score, int doc) {
    long hit = HitOrder.encode(score, doc);
    if (hit <= worst()) {
      return false;
    }
    best.insertWithOverflow(hit);
    found.insertWithOverflow(hit);
    return true;
  }

  /** A hit must be better than this to enter; {@link HitOrder#NOTHING} while there is room. */
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

  /** At the end of a chunk: brings what was found since the last time. */
  void bring() {
    if (found.size() > 0) {
      global.add(found);
      found.clear();
    }
  }

  /** At the beginning of a chunk: takes over what the others have brought. */
  void refresh() {
    if (version != global.version()) {
      version = global.copyTo(best);
    }
  }
}
