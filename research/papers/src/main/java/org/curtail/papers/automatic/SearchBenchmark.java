package org.curtail.papers.automatic;

import org.apache.commons.statistics.distribution.NormalDistribution;
import org.curtail.Profile;

/**
 * A heavy-tailed demand by formula, fitted in shape to the service times of a search engine's
 * benchmark queries: median 51, mean 230, 99th percentile 2,947 ms. A log-normal one with that
 * median and that mean has a 99th percentile of 2,890 ms. As there, the longest request takes some
 * 290 times the median.
 *
 * <p>The first 2 ms of a request are not parallel, and a tenth of the rest is not saved by any
 * number of threads: four make a long request three times faster.
 */
public final class SearchBenchmark {
  /** Its name on the command line. */
  public static final String NAME = "search-benchmark";

  private static final double MEDIAN_MS = 51;
  private static final double SIGMA = 1.735;
  private static final double LIMIT_MS = 15_000;
  private static final double SERIAL_MS = 2;
  private static final double OVERHEAD = 0.1;
  private static final int MAX_DEGREE = 4;

  private SearchBenchmark() {}

  /**
   * The profile, the same every time.
   *
   * @param requests at least 1
   */
  public static Profile profile(int requests) {
    var normal = NormalDistribution.of(0, 1);
    var profile = new Profile.Builder();
    for (int r = 0; r < requests; r++) {
      double z = normal.inverseCumulativeProbability((r + 0.5) / requests);
      profile.add(timesMs(Math.min(MEDIAN_MS * StrictMath.exp(SIGMA * z), LIMIT_MS)));
    }
    return profile.build("synthetic, like a search engine's benchmark");
  }

  private static double[] timesMs(double demandMs) {
    double parallelMs = demandMs - Math.min(demandMs, SERIAL_MS);
    double[] timesMs = new double[MAX_DEGREE];
    for (int d = 1; d <= MAX_DEGREE; d++) {
      timesMs[d - 1] = micros(demandMs - (1 - OVERHEAD) * parallelMs * (1 - 1.0 / d));
    }
    return timesMs;
  }

  /** To whole microseconds: the last bits of a quantile may differ from machine to machine. */
  private static double micros(double ms) {
    return Math.max(1, Math.rint(ms * 1000)) / 1000;
  }
}
