package org.curtail.lucene.ranked;

import java.io.IOException;
import java.util.BitSet;

/** One worker of one search in order of importance. Not thread-safe. */
final class RankedScan {
  private final ChunkScorer scorer;
  private final LocalHits hits;
  private final BitSet visited;

  RankedScan(ChunkScorer scorer, LocalHits hits, int chunks) {
    this.scorer = scorer;
    this.hits = hits;
    this.visited = new BitSet(chunks);
  }

  /** Searches a chunk and brings what it found. */
  void score(int chunk) throws IOException {
    visited.set(chunk);
    scorer.score(chunk, hits);
    hits.bring();
  }

  /** Takes over what other workers found. Returns the hit that the next one must beat. */
  long refresh() {
    hits.refresh();
    return hits.worst();
  }

  long collected() {
    return hits.collected();
  }

  BitSet visited() {
    return visited;
  }
}
