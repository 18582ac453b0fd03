package org.curtail.lucene;

import java.io.IOException;

/** One worker's way through the chunks of a search. Not thread-safe. */
interface ChunkScorer {
  /**
   * Makes what the worker needs once for the leaf of a chunk. {@link #score} does so too; apart it
   * can be timed apart.
   */
  default void prepare(int chunk) throws IOException {}

  /**
   * Offers the matches of a chunk.
   *
   * @param chunk greater than any before
   */
  void score(int chunk, LocalHits hits) throws IOException;
}
