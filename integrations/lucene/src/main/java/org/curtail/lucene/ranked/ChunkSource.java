package org.curtail.lucene.ranked;

import java.io.IOException;
import java.util.BitSet;

/** The chunks of one search, in order of importance. */
interface ChunkSource {
  /** Work done once, before everything else. */
  void begin() throws IOException;

  /** Number of chunks. */
  int count();

  /** Greatest dynamic score of any match; infinite if unknown. Call after {@link #begin}. */
  double dynamicUpperBound();

  /** Upper bounds of the hits in the chunks. */
  ChunkBounds bounds();

  /** Makes the scorer of a worker, on its own thread. Called by one thread at a time. */
  ChunkScorer join() throws IOException;

  /**
   * Adds chunks that were searched although nobody asked for them. Called after all workers have
   * ended.
   */
  default void addVisited(BitSet visited) {}
}
