package org.curtail.papers.earlytermination;

import java.util.List;
import org.curtail.benchkit.search.PerQuery;
import org.curtail.benchkit.stats.PairedBootstrap;
import org.curtail.benchkit.stats.Ratio;
import org.curtail.lucene.ranked.ChunkSharing;

/**
 * How much sooner searches end that threads share dynamically, on cores that nobody else uses: mean
 * time on one thread over mean time at a degree (Figure 7 of the Adaptive parallelism paper).
 *
 * @param all of all queries, with its interval over queries
 * @param longest of the 5 % that are longest on one thread
 * @param longestQueries how many these are
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

  /** Of times by query. */
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
