package org.curtail.benchkit.standin;

import org.apache.commons.statistics.distribution.NormalDistribution;
import org.curtail.Profile;

/**
 * A demand with a heavy tail, by formula. The demand is like the service times of a search engine's
 * benchmark queries, which have a median of 51 ms, a mean of 230 ms and a 99th percentile of 2,947
 * ms. A log-normal distribution with that median and that mean has a 99th percentile of 2,890 ms.
 * The longest request takes some 290 times the median, as in the benchmark.
 *
 * <p>The first 2 ms of a request are not parallel. No number of threads saves the last tenth of the
 * rest. So four threads make a long request three times faster.
 */
public final class SearchBenchmark {
  /** The name on the command line. */
  public static final String NAME = "search-benchmark";

  private static final double MEDIAN_MS = 51;
  private static final double SIGMA = 1.735;
  private static final double LIMIT_MS = 15_000;
  private static final double SERIAL_MS = 2;
  private static final double OVERHEAD = 0.1;
  private static final int MAX_DEGREE = 4;

  private SearchBenchmark() {}

  /**
   * Returns the profile; it is always the same.
   *
   * @param requests number of requests, at least 1
   */
  public static Profile profile(int requests) {
    var normal = NormalDistribution.of(0, 1);
    var profile = new Profile.Builder();
    for (int r = 0; r < requests; r++) {
      double z = normal.inverseCumulativeProbability((r + 0.5) / requests);
      profile.add(timesMs(Math.min(MEDIAN_MS * StrictMath.exp(SIGMA * z), LIMIT_MS), SERIAL_MS));
    }
    return profile.build("synthetic, like a search engine's benchmark");
  }

  /**
   * Returns the times of a request on one to four threads, in milliseconds. No number of threads
   * saves the serial part, nor the last tenth of the rest.
   */
  public static double[] timesMs(double demandMs, double serialMs) {
    double parallelMs = demandMs - Math.min(demandMs, serialMs);
    double[] timesMs = new double[MAX_DEGREE];
    for (int d = 1; d <= MAX_DEGREE; d++) {
      timesMs[d - 1] = micros(demandMs - (1 - OVERHEAD) * parallelMs * (1 - 1.0 / d));
    }
    return timesMs;
  }

  /**
   * Rounds to whole microseconds, because the last bits of a quantile may differ between machines.
   */
  private static double micros(double ms) {
    return Math.max(1, Math.rint(ms * 1000)) / 1000;
  }
}
