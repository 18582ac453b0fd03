package org.curtail.papers.earlytermination;

import org.curtail.benchkit.search.PerQuery;

/**
 * What searches cost that several threads shared.
 *
 * @param way how many threads, and how
 * @param competing whether other threads computed meanwhile
 * @param ms time; of each query the median of its runs, as the next
 * @param cpuMs CPU time of all its threads
 * @param helpersMs CPU time of its threads but the first; of each query the mean of its runs, as
 *     the next
 * @param visited chunks
 * @param speculative those of them that one thread does not visit
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
  /** What part of the work all threads but the first did, 0 to 1. */
  double helpersShare() {
    double cpu = cpuMs.sum();
    return cpu > 0 ? Math.min(1, helpersMs.sum() / cpu) : 0;
  }

  /** Speculative chunks over all that were visited, 0 to 1. */
  double speculativeShare() {
    return speculative.sum() / visited.sum();
  }
}
