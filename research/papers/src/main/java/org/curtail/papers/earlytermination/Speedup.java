package org.curtail.papers.earlytermination;

import java.util.List;
import org.curtail.benchkit.search.PerQuery;
import org.curtail.benchkit.stats.PairedBootstrap;
import org.curtail.benchkit.stats.Ratio;
import org.curtail.lucene.ranked.ChunkSharing;

/**
 * The speedup of dynamically shared searches on otherwise idle cores (Figure 7 of the Adaptive
 * parallelism paper). The speedup is the mean time on one thread divided by the mean time at a
 * degree.
 *
 * @param all speedup of all queries, with its interval over queries
 * @param longest speedup of the longest 5 % on one thread
 * @param longestQueries number of these longest queries
 */
record Speedup(Ratio all, Ratio longest, int longestQueries) {
  static Speedup of(EarlyTermination.Measured measured, int degree, long seed) {
    return of(
        measured.shared(DegreeAndSharing.ONE_THREAD, false).ms(),
        measured
            .shared(
                degree == 1
                    ? DegreeAndSharing.ONE_THREAD
                    : new DegreeAndSharing(degree, ChunkSharing.DYNAMIC),
                false)
            .ms(),
        seed);
  }

  /** Computes the speedup from times by query. */
  static Speedup of(PerQuery oneThreadMs, PerQuery sharedMs, long seed) {
    List<Integer> longest = oneThreadMs.longest();
    return new Speedup(
        ratio(oneThreadMs, sharedMs, seed),
        ratio(oneThreadMs.of(longest), sharedMs.of(longest), seed),
        longest.size());
  }

  private static Ratio ratio(PerQuery oneThreadMs, PerQuery sharedMs, long seed) {
    return new PairedBootstrap(oneThreadMs.queries(), seed)
        .ratio(oneThreadMs.meanFigure(), sharedMs.meanFigure());
  }
}
