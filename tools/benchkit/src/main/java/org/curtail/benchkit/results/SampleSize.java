package org.curtail.benchkit.results;

import java.math.BigDecimal;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Number of requests needed to show a percentile to people: ten expected beyond it. With fewer, it
 * is the latency of a few outliers, and differs from measurement to measurement.
 */
public final class SampleSize {
  private static final int BEYOND = 10;
  private static final double ROUNDING = 1e-6;

  /** Text in place of a percentile that a table on a terminal does not show. */
  public static final String TOO_FEW = "-";

  private SampleSize() {}

  /**
   * The fewest requests that carry a percentile: 200 for 95, 1,000 for 99, 10,000 for 99.9.
   *
   * @param percentile 0 to 100; no number of requests carries 100
   */
  public static long fewest(double percentile) {
    return (long) Math.ceil(100 * BEYOND / (100 - percentile) - ROUNDING);
  }

  /**
   * Meaning of the missing percentiles of a table, in a line; none if all runs have all.
   *
   * @param mark that stands in their place
   * @param percentiles that the table shows of runs with enough requests, ascending
   */
  public static List<String> remarks(String mark, List<Run> runs, List<Double> percentiles) {
    List<Double> missing =
        percentiles.stream()
            .filter(percentile -> runs.stream().anyMatch(run -> !run.carries(percentile)))
            .toList();
    return missing.isEmpty() ? List.of() : List.of(mark + " " + remark(missing));
  }

  /** Reason why percentiles, at least one, are not shown. */
  public static String remark(List<Double> percentiles) {
    return percentiles.stream()
        .map(p -> "p%s takes %,d".formatted(plain(p), fewest(p)))
        .collect(Collectors.joining(", ", "too few requests: ", ""));
  }

  private static String plain(double percentile) {
    return BigDecimal.valueOf(percentile).stripTrailingZeros().toPlainString();
  }

  /** True if a number of requests is enough for a percentile. */
  public static boolean carries(long requests, double percentile) {
    return requests >= fewest(percentile);
  }
}
