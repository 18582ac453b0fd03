package org.curtail.papers.earlytermination;

import org.curtail.benchkit.search.PerQuery;

/**
 * The cost of searches shared by several threads.
 *
 * @param way number of threads and way of sharing
 * @param competing true if other threads computed at the same time
 * @param ms time: for each query the median of its runs, as for the CPU time
 * @param cpuMs CPU time of all its threads
 * @param helpersMs CPU time of all threads except the first: for each query the mean of its runs,
 *     as for the next numbers
 * @param visited visited chunks
 * @param speculative visited chunks that one thread does not visit
 * @param extra chunks beyond those of one thread, over all runs
 */
record SharedCost(
    DegreeAndSharing way,
    boolean competing,
    PerQuery ms,
    PerQuery cpuMs,
    PerQuery helpersMs,
    PerQuery visited,
    PerQuery speculative,
    ExtraChunks extra) {
  /** Returns the share of the work that all threads except the first did, 0 to 1. */
  double helpersShare() {
    double cpu = cpuMs.sum();
    return cpu > 0 ? Math.min(1, helpersMs.sum() / cpu) : 0;
  }

  /** Returns the share of speculative chunks in all visited chunks, 0 to 1. */
  double speculativeShare() {
    return speculative.sum() / visited.sum();
  }
}
