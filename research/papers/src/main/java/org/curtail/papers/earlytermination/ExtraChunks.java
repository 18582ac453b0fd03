package org.curtail.papers.earlytermination;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.curtail.Percentile;
import org.curtail.benchkit.search.PerQuery;

/**
 * The chunks that searches at a degree visit in addition to those of one thread (Adaptive
 * parallelism paper, section 4.3: hardly ever more than the degree minus one). Negative if a later
 * chunk made an earlier one needless.
 *
 * @param mean mean over all searches
 * @param p99 99th percentile over all searches, by nearest rank
 * @param most greatest number of any search
 * @param within share of the searches with at most the degree minus one, 0 to 1
 * @param means mean over the runs of each query
 */
record ExtraChunks(double mean, double p99, double most, double within, PerQuery means) {
  /**
   * Computes the numbers of all runs of all queries.
   *
   * @param visited visited chunks by query and run, at least one
   * @param sequential chunks that one thread visits, by query
   */
  static ExtraChunks of(double[][] visited, PerQuery sequential, int degree) {
    double[] ascending =
        IntStream.range(0, visited.length)
            .boxed()
            .flatMapToDouble(
                query -> Arrays.stream(visited[query]).map(count -> count - sequential.get(query)))
            .sorted()
            .toArray();
    return new ExtraChunks(
        Arrays.stream(ascending).average().orElseThrow(),
        Percentile.of(ascending, 99),
        ascending[ascending.length - 1],
        (double) Arrays.stream(ascending).filter(extra -> extra <= degree - 1).count()
            / ascending.length,
        means(visited, sequential));
  }

  private static PerQuery means(double[][] visited, PerQuery sequential) {
    PerQuery means = PerQuery.means(visited);
    return PerQuery.of(
        IntStream.range(0, visited.length)
            .mapToDouble(query -> means.get(query) - sequential.get(query))
            .toArray());
  }
}
