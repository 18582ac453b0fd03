package org.curtail.lucene.ranked;

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
   * @param chunk not one that was before; cheapest in ascending order, since one that lies before
   *     another makes the scorer of its leaf begin anew
   */
  void score(int chunk, LocalHits hits) throws IOException;
}
