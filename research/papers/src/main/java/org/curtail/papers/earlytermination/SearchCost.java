package org.curtail.papers.earlytermination;

import org.curtail.benchkit.search.PerQuery;

/**
 * The cost of searches on one thread.
 *
 * @param name name of the searcher
 * @param cpuMs CPU time: for each query the median of its runs, as for memory
 * @param kilobytes allocated memory, in 1024 bytes
 */
record SearchCost(String name, PerQuery cpuMs, PerQuery kilobytes) {
  /** Search in order of importance, in the setting of the user. */
  static final String OURS = "in order, ends early";

  /** Plain Lucene with the same hits and scores, the reference for others. */
  static final String LUCENE = "Lucene, same relevance";
}
