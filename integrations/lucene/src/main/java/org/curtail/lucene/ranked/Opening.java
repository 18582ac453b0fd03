package org.curtail.lucene.ranked;

import java.util.BitSet;

/** Which leaves a thread of a replayed search has opened, and what chunks cost it. */
final class Opening {
  private final RecordedSearch search;
  private final BitSet opened;

  Opening(RecordedSearch search) {
    this.search = search;
    this.opened = new BitSet(search.leaves());
  }

  /** What a chunk costs this thread now, which from then on has opened its leaf. */
  long nanos(int chunk) {
    int leaf = search.leaf(chunk);
    long openNanos = opened.get(leaf) ? 0 : search.openNanos(chunk);
    opened.set(leaf);
    return openNanos + search.chunkNanos(chunk);
  }
}
