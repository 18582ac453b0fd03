package org.curtail.lucene;

import java.io.IOException;

/** One worker's way through the chunks of a search. Not thread-safe. */
interface ChunkScorer {
  /**
   * Offers the matches of a chunk.
   *
   * @param chunk greater than any before
   */
  void score(int chunk, LocalHits hits) throws IOException;
}
