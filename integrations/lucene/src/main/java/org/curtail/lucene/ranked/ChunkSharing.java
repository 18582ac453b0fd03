package org.curtail.lucene.ranked;

import java.util.stream.IntStream;

/**
 * How the chunks of one search are shared among its threads (Adaptive parallelism paper, sections
 * 3.2 and 4.1). Chunks are numbered in order of importance.
 *
 * <p>A lane is what a thread takes at once and goes through in ascending order. Static methods have
 * as many lanes as the search has threads when it starts; threads that come later find nothing, and
 * a lane whose thread is late waits for it, or for another to finish its own.
 */
public enum ChunkSharing {
  /** A thread that is free takes the most important chunk that nobody has taken. */
  DYNAMIC,

  /** Static fine-grain alternating: of p threads, each takes every p-th chunk. */
  ALTERNATING,

  /** Static coarse-grain: of p threads, each takes one p-th of the chunks, all of a piece. */
  COARSE;

  /** How many lanes there are. */
  int lanes(int chunks, int degree) {
    return this == DYNAMIC ? chunks : Math.min(chunks, degree);
  }

  /**
   * Chunks {@code first}, {@code first + step} and so on.
   *
   * @param end exclusive
   */
  record Lane(int first, int end, int step) {}

  /** The chunks of a lane. */
  Lane lane(int lane, int lanes, int chunks) {
    return switch (this) {
      case DYNAMIC -> new Lane(lane, lane + 1, 1);
      case ALTERNATING -> new Lane(lane, chunks, lanes);
      case COARSE -> new Lane(part(lane, lanes, chunks), part(lane + 1, lanes, chunks), 1);
    };
  }

  /** The chunks of a lane in ascending order, one by one. */
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
