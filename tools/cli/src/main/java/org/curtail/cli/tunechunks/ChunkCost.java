package org.curtail.cli.tunechunks;

import org.curtail.benchkit.search.PerQuery;

/**
 * Cost of searches with an index cut into chunks.
 *
 * @param asked the wanted number of chunks
 * @param chunks the actual number
 * @param sequentialMs time on one thread; for each query the median of its runs
 * @param parallelMs time at the degree; for each query the median of its runs
 * @param sequentialChunks chunks visited on one thread
 * @param visited chunks visited at the degree; for each query the mean
 * @param speculative chunks visited at the degree but not on one thread; for each query the mean
 */
record ChunkCost(
    int asked,
    int chunks,
    PerQuery sequentialMs,
    PerQuery parallelMs,
    PerQuery sequentialChunks,
    PerQuery visited,
    PerQuery speculative) {
  /** Share of speculative chunks in all visited chunks at the degree, 0 to 1. */
  double speculativeShare() {
    return speculative.sum() / visited.sum();
  }

  /** Mean share of the index that a search on one thread visits, 0 to 1. */
  double visitedShare() {
    return sequentialChunks.mean() / chunks;
  }
}
