package org.curtail.benchkit.results;

import java.util.List;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.curtail.Profile;

/**
 * Summary of a demand profile: Figures 1 and 2 of the Few-to-Many paper.
 *
 * @param source source of the profile
 * @param requests number of profiled requests: the rounded sum of their weights
 * @param maxDegree greatest profiled degree
 * @param meanMs mean sequential time; the following are percentiles and the maximum of it
 * @param p99OverP50 ratio of the tail to the median
 * @param histogram sequential times, in ascending bins without gaps
 * @param speedupAll mean speedup at degree 1, 2, ... of all requests
 * @param speedupLongest mean speedup of the longest 5 %
 * @param speedupShortest mean speedup of the shortest 5 %
 */
public record Demand(
    String source,
    long requests,
    int maxDegree,
    double meanMs,
    double p50Ms,
    double p90Ms,
    double p95Ms,
    double p99Ms,
    double maxMs,
    double p99OverP50,
    List<Bin> histogram,
    List<Double> speedupAll,
    List<Double> speedupLongest,
    List<Double> speedupShortest) {

  private static final int BINS = 40;

  /** Requests with {@code fromMs <= time < toMs}; the last bin includes its end. */
  public record Bin(double fromMs, double toMs, long requests) {}

  public Demand {
    if (maxDegree < 1 || requests < 0) {
      throw new IllegalArgumentException(
          "expected maxDegree of at least 1 and requests of at least 0: %d, %d"
              .formatted(maxDegree, requests));
    }
    histogram = List.copyOf(histogram);
    speedupAll = List.copyOf(speedupAll);
    speedupLongest = List.copyOf(speedupLongest);
    speedupShortest = List.copyOf(speedupShortest);
  }

  /** True if the profile has enough requests for a percentile; see {@link SampleSize}. */
  public boolean carries(double percentile) {
    return SampleSize.carries(requests, percentile);
  }

  /**
   * Returns the summary of a profile. The histogram has bins of equal width up to the 99.5th
   * percentile.
   */
  public static Demand of(Profile profile) {
    double longestMs = profile.ascendingMs(1)[profile.requests() - 1];
    double p50Ms = profile.percentileMs(50, 1);
    double p99Ms = profile.percentileMs(99, 1);
    return new Demand(
        profile.source(),
        Math.round(profile.totalWeight()),
        profile.maxDegree(),
        profile.meanMs(1),
        p50Ms,
        profile.percentileMs(90, 1),
        profile.percentileMs(95, 1),
        p99Ms,
        longestMs,
        p99Ms / p50Ms,
        histogram(profile, longestMs),
        perDegree(profile, degree -> profile.meanSpeedup(degree, 0, 100)),
        perDegree(profile, degree -> profile.meanSpeedup(degree, 95, 100)),
        perDegree(profile, degree -> profile.meanSpeedup(degree, 0, 5)));
  }

  private static List<Double> perDegree(Profile profile, IntToDoubleFunction speedup) {
    return IntStream.rangeClosed(1, profile.maxDegree()).mapToDouble(speedup).boxed().toList();
  }

  private static List<Bin> histogram(Profile profile, double longestMs) {
    double widthMs = profile.percentileMs(99.5, 1) / BINS;
    double[] weights = new double[BINS];
    for (int r = 0; r < profile.requests(); r++) {
      weights[Math.min((int) (profile.timeMs(r, 1) / widthMs), BINS - 1)] += profile.weight(r);
    }
    return IntStream.range(0, BINS)
        .mapToObj(bin ->
            new Bin(
                bin * widthMs,
                bin == BINS - 1 ? Math.max(longestMs, BINS * widthMs) : (bin + 1) * widthMs,
                Math.round(weights[bin])))
        .toList();
  }
}
