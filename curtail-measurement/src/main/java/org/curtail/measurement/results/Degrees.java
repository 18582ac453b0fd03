package org.curtail.measurement.results;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.curtail.Percentile;

/**
 * Degrees of a run's requests in short, as a {@link Run} holds them.
 *
 * @param mean over all requests
 * @param meanLongest over the 5 % that are longest on one thread
 * @param meanShortest over the shortest 5 %
 * @param shares of requests whose greatest degree was 1, 2, ...
 */
public record Degrees(double mean, double meanLongest, double meanShortest, List<Double> shares) {
  public Degrees {
    shares = List.copyOf(shares);
  }

  /**
   * Of requests given one by one, at least one.
   *
   * @param serialMs how long each takes on one thread
   * @param degrees mean degree of each
   * @param peaks greatest degree of each, at least 1
   */
  public static Degrees of(double[] serialMs, double[] degrees, int[] peaks) {
    return new Degrees(
        Arrays.stream(degrees).average().orElseThrow(),
        mean(serialMs, degrees, 95, 100),
        mean(serialMs, degrees, 0, 5),
        shares(peaks));
  }

  /** Over the requests whose sequential times lie between two percentiles. */
  private static double mean(
      double[] serialMs, double[] degrees, double fromPercentile, double toPercentile) {
    double[] ascending = serialMs.clone();
    Arrays.sort(ascending);
    double fromMs = Percentile.of(ascending, fromPercentile);
    double toMs = Percentile.of(ascending, toPercentile);
    return IntStream.range(0, degrees.length)
        .filter(i -> serialMs[i] >= fromMs && serialMs[i] <= toMs)
        .mapToDouble(i -> degrees[i])
        .average()
        .orElseThrow();
  }

  private static List<Double> shares(int[] peaks) {
    int[] counts = new int[Arrays.stream(peaks).max().orElse(1)];
    for (int peak : peaks) {
      counts[peak - 1]++;
    }
    return Arrays.stream(counts).mapToObj(count -> (double) count / peaks.length).toList();
  }
}
