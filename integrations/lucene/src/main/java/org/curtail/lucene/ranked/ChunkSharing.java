package org.curtail.lucene.ranked;

import java.util.stream.IntStream;

/**
 * Ways to share the chunks of one search among its threads (Adaptive parallelism paper, sections
 * 3.2 and 4.1). Chunks are numbered in order of importance.
 *
 * <p>A thread takes one lane at a time and scores its chunks in ascending order. Static methods
 * have as many lanes as the search has threads at its start, so later threads find no lane. The
 * lane of a late thread waits for that thread, or for another that has finished its own lane.
 */
public enum ChunkSharing {
  /** A free thread takes the most important free chunk. */
  DYNAMIC,

  /** Static fine-grain alternating: of p threads, each takes every p-th chunk. */
  ALTERNATING,

  /** Static coarse-grain: of p threads, each takes one contiguous p-th of the chunks. */
  COARSE;

  /** Returns the number of lanes. */
  int lanes(int chunks, int degree) {
    return this == DYNAMIC ? chunks : Math.min(chunks, degree);
  }

  /**
   * Chunks {@code first}, {@code first + step} and so on.
   *
   * @param end exclusive
   */
  record Lane(int first, int end, int step) {}

  /** Returns the chunks of a lane. */
  Lane lane(int lane, int lanes, int chunks) {
    return switch (this) {
      case DYNAMIC -> new Lane(lane, lane + 1, 1);
      case ALTERNATING -> new Lane(lane, chunks, lanes);
      case COARSE -> new Lane(part(lane, lanes, chunks), part(lane + 1, lanes, chunks), 1);
    };
  }

  /** Returns the chunks of a lane in ascending order. */
  IntStream chunks(int lane, int lanes, int chunks) {
    Lane all = lane(lane, lanes, chunks);
    return all.step() == 1
        ? IntStream.range(all.first(), all.end())
        : IntStream.iterate(all.first(), chunk -> chunk < all.end(), chunk -> chunk + all.step());
  }

  private static int part(int lane, int lanes, int chunks) {
    return (int) ((long) lane * chunks / lanes);
  }
}
