package org.curtail.lucene.ranked;

import java.io.IOException;
import java.util.BitSet;

/** The chunks of one search, in order of importance. */
interface ChunkSource {
  /** Work to do once, before anything else. */
  void begin() throws IOException;

  /** How many chunks there are. */
  int count();

  /** No match has a greater dynamic score; infinite if nobody knows. After {@link #begin}. */
  double dynamicUpperBound();

  /** What the chunks could hold at best. */
  ChunkBounds bounds();

  /** A worker joins, on its own thread. Never two at a time. */
  ChunkScorer join() throws IOException;

  /** Adds chunks that were searched without having been asked for. After all workers. */
  default void addVisited(BitSet visited) {}
}
