package org.curtail.cli.tunechunks;

import java.util.Comparator;
import java.util.List;
import org.curtail.benchkit.stats.PairedBootstrap;
import org.curtail.benchkit.stats.Ratio;

/**
 * The best number of chunks. The best number has the least mean time at the degree, as in the
 * Adaptive parallelism paper (section 6.1, "Index chunk size").
 *
 * @param best the number of chunks with the least mean
 * @param ratios mean of each count divided by that of the best, with its interval over queries, in
 *     the order of the counts
 * @param alike counts whose interval contains 1, with the best count; they show no difference
 * @param inPapersRange those of these counts that process 100 to 200 chunks per query on average.
 *     In this range the paper found times good and stable
 */
record ChunkAdvice(
    ChunkCost best, List<Ratio> ratios, List<ChunkCost> alike, List<ChunkCost> inPapersRange) {
  private static final double LEAST_PROCESSED = 100;
  private static final double MOST_PROCESSED = 200;

  /**
   * Compares counts on the same queries.
   *
   * @param costs costs of each count; at least one
   */
  static ChunkAdvice of(List<ChunkCost> costs, long seed) {
    ChunkCost best =
        costs.stream()
            .min(Comparator.comparingDouble(cost -> cost.parallelMs().mean()))
            .orElseThrow();
    var bootstrap = new PairedBootstrap(best.parallelMs().queries(), seed);
    List<Ratio> ratios =
        costs.stream()
            .map(cost ->
                bootstrap.ratio(cost.parallelMs().meanFigure(), best.parallelMs().meanFigure()))
            .toList();
    List<ChunkCost> alike =
        costs.stream()
            // A single query has no interval.
            .filter(cost ->
                cost.parallelMs().queries() < 2 || ratios.get(costs.indexOf(cost)).low() <= 1)
            .toList();
    return new ChunkAdvice(
        best,
        ratios,
        alike,
        alike.stream()
            .filter(cost ->
                cost.visited().mean() >= LEAST_PROCESSED && cost.visited().mean() <= MOST_PROCESSED)
            .toList());
  }

  /** The advice in a sentence. */
  String headline(int degree) {
    return "Use --chunks %d: the least mean time at degree %d, %.2f ms."
        .formatted(best.asked(), degree, best.parallelMs().mean());
  }

  /** Further remarks, a sentence each. */
  List<String> details() {
    String others =
        String.join(
            ", ",
            alike.stream()
                .filter(cost -> cost.asked() != best.asked())
                .map(cost -> Integer.toString(cost.asked()))
                .toList());
    String paper =
        "The paper found times good and stable where a query processes 100 to 200 chunks on average";
    return List.of(
        others.isEmpty()
            ? "All other counts are slower on these queries."
            : "No difference from it is shown on these queries: %s.".formatted(others),
        inPapersRange.isEmpty()
            ? paper + "; none of the best does here."
            : paper
                + "; among the best, this is true for "
                + String.join(
                    ", ",
                    inPapersRange.stream().map(cost -> Integer.toString(cost.asked())).toList())
                + ".");
  }
}
