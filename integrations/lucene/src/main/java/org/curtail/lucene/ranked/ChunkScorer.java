package org.curtail.lucene.ranked;

import java.io.IOException;

/** Scores the chunks of a search for one worker. Not thread-safe. */
interface ChunkScorer {
  /**
   * Makes the scorer for the leaf of a chunk, once per leaf. {@link #score} does this too; a
   * separate call allows separate timing.
   */
  default void prepare(int chunk) throws IOException {}

  /**
   * Offers the matches of a chunk.
   *
   * @param chunk each at most once; cheapest in ascending order, since going back in a leaf needs a
   *     new scorer
   */
  void score(int chunk, LocalHits hits) throws IOException;
}
