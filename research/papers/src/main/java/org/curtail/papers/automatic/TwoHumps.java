package org.curtail.papers.automatic;

import java.util.SplittableRandom;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.curtail.Profile;
import org.curtail.benchkit.standin.SearchBenchmark;

/**
 * A demand of two humps, as of look-ups beside searches: most requests take about 1 ms, the others
 * many times as long. Long requests have most of the work.
 *
 * <p>The first millisecond of a request is not parallel, and a tenth of the rest is not saved by
 * any number of threads: four make a long request three times faster.
 *
 * @param longShare share of the long requests, more than 0, less than 1
 * @param ratio demand of the median long request over that of the median short one, more than 1
 * @param sigma standard deviation of the logarithm within a hump, at least 0
 */
record TwoHumps(double longShare, double ratio, double sigma) {
  /** Name on the command line. With a hyphen and a seed it is one that the seed draws. */
  static final String NAME = "two-humps";

  private static final String DRAWN = NAME + "-[1-9]\\d{0,8}";
  private static final int REQUESTS = 10_000;
  private static final double SERIAL_MS = 1;

  /** 98 % of 1 ms and 2 % of 1 s. */
  static final TwoHumps USUAL = new TwoHumps(0.02, 1_000, 0);

  /** Returns true if {@link #named} knows the name. */
  static boolean isName(String name) {
    return name.equals(NAME) || name.matches(DRAWN);
  }

  static TwoHumps named(String name) {
    return name.equals(NAME) ? USUAL : drawn(Long.parseLong(name.substring(NAME.length() + 1)));
  }

  /**
   * Draws a demand: a share of 0.5 to 10 %, a ratio of 30 to 3,000, both even in the logarithm, and
   * a sigma of 0.1 to 0.5.
   */
  static TwoHumps drawn(long seed) {
    var random = new SplittableRandom(seed);
    return new TwoHumps(
        0.005 * StrictMath.pow(20, random.nextDouble()),
        30 * StrictMath.pow(100, random.nextDouble()),
        0.1 + 0.4 * random.nextDouble());
  }

  /** Returns the profile, the same every time. */
  Profile profile() {
    int longOnes = Math.clamp(Math.round(REQUESTS * longShare), 1, REQUESTS - 1);
    var profile = new Profile.Builder();
    addHump(profile, REQUESTS - longOnes, 1);
    addHump(profile, longOnes, ratio);
    return profile.build("synthetic, two humps");
  }

  private void addHump(Profile.Builder profile, int requests, double medianMs) {
    var normal = NormalDistribution.of(0, 1);
    for (int r = 0; r < requests; r++) {
      double z = sigma == 0 ? 0 : normal.inverseCumulativeProbability((r + 0.5) / requests);
      profile.add(SearchBenchmark.timesMs(medianMs * StrictMath.exp(sigma * z), SERIAL_MS));
    }
  }
}
