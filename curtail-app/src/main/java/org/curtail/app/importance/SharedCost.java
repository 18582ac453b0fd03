package org.curtail.app.importance;

/**
 * What searches cost that several threads shared.
 *
 * @param way how many threads, and how
 * @param competing whether other threads computed meanwhile
 * @param ms time; of each query the median of its runs, as the next
 * @param cpuMs CPU time of all its threads
 * @param visited chunks; of each query the mean of its runs, as the next
 * @param speculative those of them that one thread does not visit
 * @param extra chunks beyond those of one thread, over all runs
 */
record SharedCost(
    Way way,
    boolean competing,
    PerQuery ms,
    PerQuery cpuMs,
    PerQuery visited,
    PerQuery speculative,
    ExtraChunks extra) {
  /** Speculative chunks over all that were visited, 0 to 1. */
  double speculativeShare() {
    return speculative.sum() / visited.sum();
  }
}
