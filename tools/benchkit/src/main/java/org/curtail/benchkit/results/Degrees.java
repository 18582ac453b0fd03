package org.curtail.benchkit.results;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.curtail.Percentile;

/**
 * Summary of degrees of a run's requests.
 *
 * @param meanDegree mean over requests of thread time over execution time
 * @param meanDegreeLongest mean degree of the 5 % of requests that are longest on one thread
 * @param meanDegreeShortest mean degree of the shortest 5 %
 * @param degreeShares share of requests whose greatest degree was 1, 2, ...
 */
public record Degrees(
    double meanDegree,
    double meanDegreeLongest,
    double meanDegreeShortest,
    List<Double> degreeShares) {
  /** Degrees if the server does not report its threads. */
  public static final Degrees UNKNOWN = new Degrees(0, 0, 0, List.of());

  public Degrees {
    for (double share : degreeShares) {
      Range.requireAtLeastZero("degreeShares", share);
    }
    degreeShares = List.copyOf(degreeShares);
  }

  /** True if the number of threads is known. */
  public boolean areKnown() {
    return meanDegree > 0;
  }

  /**
   * Returns the summary of requests.
   *
   * @param serialMs time of each request on one thread, at least one request
   * @param degrees mean degree of each request
   * @param peaks greatest degree of each request: at least 1
   */
  public static Degrees of(double[] serialMs, double[] degrees, int[] peaks) {
    return new Degrees(
        Arrays.stream(degrees).average().orElseThrow(),
        mean(serialMs, degrees, 95, 100),
        mean(serialMs, degrees, 0, 5),
        shares(peaks));
  }

  /** Returns the mean over the requests with sequential times between two percentiles. */
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
