package org.curtail.lucene.ranked;

import java.io.IOException;
import java.util.BitSet;

/** The chunks of one search, in order of importance. */
interface ChunkSource {
  /** Does the work before everything else, once. */
  void begin() throws IOException;

  /** Number of chunks. */
  int count();

  /** Greatest dynamic score of any match; infinite if unknown. Call it after {@link #begin}. */
  double dynamicUpperBound();

  /** Upper bounds of the hits in the chunks. */
  ChunkBounds bounds();

  /** Makes the scorer of a worker, on its own thread. Only one thread calls it at a time. */
  ChunkScorer join() throws IOException;

  /** Adds chunks that were searched without a request. Called after the end of all workers. */
  default void addVisited(BitSet visited) {}
}
