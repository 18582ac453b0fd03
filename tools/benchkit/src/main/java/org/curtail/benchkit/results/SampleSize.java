package org.curtail.benchkit.results;

import java.math.BigDecimal;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The number of requests that a shown percentile needs: ten requests beyond it are expected. With
 * fewer, a few outliers determine the percentile, and it differs between measurements.
 */
public final class SampleSize {
  private static final int BEYOND = 10;
  private static final double ROUNDING = 1e-6;

  /** Text in a table on a terminal instead of a percentile with too few requests. */
  public static final String TOO_FEW = "-";

  private SampleSize() {}

  /**
   * Returns the least number of requests for a percentile: 200 for 95, 1,000 for 99, 10,000 for
   * 99.9.
   *
   * @param percentile 0 to 100; no number suffices for 100
   */
  public static long fewest(double percentile) {
    return (long) Math.ceil(100 * BEYOND / (100 - percentile) - ROUNDING);
  }

  /**
   * Returns a line on the missing percentiles of a table; empty if none is missing.
   *
   * @param mark text instead of a missing percentile
   * @param percentiles percentiles of the table, ascending
   */
  public static List<String> remarks(String mark, List<Run> runs, List<Double> percentiles) {
    List<Double> missing =
        percentiles.stream()
            .filter(percentile -> runs.stream().anyMatch(run -> !run.carries(percentile)))
            .toList();
    return missing.isEmpty() ? List.of() : List.of(mark + " " + remark(missing));
  }

  /** Returns the reason for missing percentiles, at least one. */
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
