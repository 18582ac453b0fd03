package org.curtail.cli.tunechunks;

import org.curtail.benchkit.search.PerQuery;

/**
 * Cost of searches with an index cut into chunks.
 *
 * @param asked the wanted number of chunks
 * @param chunks the actual number
 * @param sequentialMs time on one thread; of each query the median of its runs, as the next
 * @param parallelMs time at the degree
 * @param sequentialChunks chunks that a search on one thread visits
 * @param visited chunks that one at the degree visits; of each query the mean, as the next
 * @param speculative those of them that a search on one thread does not visit
 */
record ChunkCost(
    int asked,
    int chunks,
    PerQuery sequentialMs,
    PerQuery parallelMs,
    PerQuery sequentialChunks,
    PerQuery visited,
    PerQuery speculative) {
  /** Speculative chunks over all that are visited at the degree, 0 to 1. */
  double speculativeShare() {
    return speculative.sum() / visited.sum();
  }

  /** The share of the index that a search on one thread visits, on average, 0 to 1. */
  double visitedShare() {
    return sequentialChunks.mean() / chunks;
  }
}
