package org.curtail.lucene.ranked;

import java.util.BitSet;
import org.apache.lucene.search.TopDocs;

/**
 * The result of a search in order of importance.
 *
 * @param top the best hits by relevance, and of equal relevance by document
 * @param chunks how many chunks the index has
 * @param visited which of them were searched; not to be changed. All of a leaf, if the query
 *     refuses to be scored in parts of it
 */
public record RankedHits(TopDocs top, int chunks, BitSet visited) {
  /** How many chunks were searched. */
  public int chunksVisited() {
    return visited.cardinality();
  }

  /** Whether the search ended before the end of the index. */
  public boolean endedEarly() {
    return chunksVisited() < chunks;
  }

  /**
   * How many chunks were searched that a sequential search of the same query, which takes the most
   * important ones and stops, would not have searched: the speculative work.
   *
   * @param sequentialChunks how many chunks that search visits
   */
  public int speculativeChunks(int sequentialChunks) {
    return chunksVisited() - visited.get(0, sequentialChunks).cardinality();
  }
}
