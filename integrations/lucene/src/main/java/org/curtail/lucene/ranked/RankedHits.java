package org.curtail.lucene.ranked;

import java.util.BitSet;
import org.apache.lucene.search.TopDocs;

/**
 * Result of a search in order of importance.
 *
 * @param top the best hits by relevance; among equal relevance by document
 * @param chunks number of chunks of the index
 * @param visited the searched chunks; do not change it. Contains all chunks of a leaf whose parts
 *     the query refuses
 */
public record RankedHits(TopDocs top, int chunks, BitSet visited) {
  /** Number of searched chunks. */
  public int chunksVisited() {
    return visited.cardinality();
  }

  /** True if the search ended before the end of the index. */
  public boolean endedEarly() {
    return chunksVisited() < chunks;
  }

  /**
   * Number of searched chunks that a sequential search of the same query would not search: the
   * speculative work. A sequential search visits the most important chunks and stops.
   *
   * @param sequentialChunks number of chunks that the sequential search visits
   */
  public int speculativeChunks(int sequentialChunks) {
    return chunksVisited() - visited.get(0, sequentialChunks).cardinality();
  }
}
