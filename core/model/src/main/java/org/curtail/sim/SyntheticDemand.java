package org.curtail.sim;

import java.util.Arrays;
import java.util.Locale;
import org.curtail.Profile;
import org.curtail.sim.Distribution.BoundedPareto;
import org.curtail.sim.Distribution.Gamma;
import org.curtail.sim.Distribution.LogNormal;

/**
 * Demands by formula that differ only in their shape: all have a mean of 230 ms. The shape decides
 * which discipline is best. With an increasing hazard rate, a request with much work done is likely
 * to end soon. With a decreasing one it is likely to take much longer.
 *
 * <p>A profile has any number of requests and is always the same, as {@link SyntheticProfiles} are.
 */
public enum SyntheticDemand {
  /** All requests take 230 ms. */
  DETERMINISTIC,

  /** Gamma as in {@link SyntheticProfiles#luceneLike}: increasing hazard rate. */
  GAMMA,

  /** Exponential: constant hazard rate. */
  EXPONENTIAL,

  /** Log-normal with sigma 1.2: hazard rate that increases at first, and decreases then. */
  LOGNORMAL,

  /** Nine of ten requests take 60 ms, the tenth takes 1,760 ms. */
  BIMODAL,

  /** Pareto with shape 1.3 from 60.7 ms to a thousand times that: decreasing hazard rate. */
  PARETO;

  private static final double MEAN_MS = 230;
  private static final double SIGMA = 1.2;
  private static final double NO_LIMIT_MS = 1e6;
  private static final double SHORT_SHARE = 0.9;
  private static final double SHORT_MS = 60;
  private static final double LONG_MS = 1760;

  /**
   * Speedups of the shortest request, by degree from 1 on; {@link #POOR_OF_LONGEST} of an infinite
   * one.
   */
  private static final double[] POOR_OF_SHORTEST = {1, 0.6, 0.55, 0.5};

  private static final double[] POOR_OF_LONGEST = {1, 1.55, 1.9, 2.2};

  /** Demand of a request with a speedup midway between both. */
  private static final double POOR_MIDWAY_MS = 300;

  /** Returns the demands in ascending order. */
  private double[] demandsMs(int requests) {
    return switch (this) {
      case DETERMINISTIC -> deterministic(requests);
      case GAMMA -> SyntheticProfiles.luceneDemandsMs(requests);
      case EXPONENTIAL -> quantiles(requests, new Gamma(1, MEAN_MS));
      case LOGNORMAL ->
          quantiles(requests, new LogNormal(StrictMath.log(MEAN_MS) - SIGMA * SIGMA / 2, SIGMA));
      case BIMODAL -> bimodal(requests);
      case PARETO -> quantiles(requests, new BoundedPareto(1.3, 60.7, 60_700));
    };
  }

  private static double[] quantiles(int requests, Distribution demand) {
    return SyntheticProfiles.quantiles(requests, demand, NO_LIMIT_MS);
  }

  private static double[] deterministic(int requests) {
    double[] demandsMs = new double[requests];
    Arrays.fill(demandsMs, MEAN_MS);
    return demandsMs;
  }

  private static double[] bimodal(int requests) {
    double[] demandsMs = new double[requests];
    Arrays.setAll(demandsMs, r -> (r + 0.5) / requests < SHORT_SHARE ? SHORT_MS : LONG_MS);
    return demandsMs;
  }

  /**
   * Returns a profile of four degrees with the speedups of {@link SyntheticProfiles#luceneLike}.
   * Every request gains; the speedups of the longest are 1.95, 2.75 and 3.4.
   *
   * @param requests number of requests, at least 1
   */
  public Profile withGoodSpeedups(int requests) {
    return SyntheticProfiles.withLuceneSpeedups(
        "synthetic, %s, good speedups".formatted(this),
        demandsMs(requests),
        POOR_OF_LONGEST.length);
  }

  /**
   * Returns a profile of four degrees at which most requests lose. With two threads, the speedups
   * of requests of 60, 186 and 837 ms are 0.64, 0.86 and 1.44; that of the longest is 1.55. Further
   * threads help the longest more and harm the shortest more.
   *
   * @param requests number of requests, at least 1
   */
  public Profile withPoorSpeedups(int requests) {
    var profile = new Profile.Builder();
    for (double demandMs : demandsMs(requests)) {
      double square = demandMs * demandMs;
      double share = square / (square + POOR_MIDWAY_MS * POOR_MIDWAY_MS);
      double[] timesMs = new double[POOR_OF_LONGEST.length];
      Arrays.setAll(
          timesMs,
          d ->
              demandMs
                  / (POOR_OF_SHORTEST[d] + (POOR_OF_LONGEST[d] - POOR_OF_SHORTEST[d]) * share));
      profile.add(timesMs);
    }
    return profile.build("synthetic, %s, poor speedups".formatted(this));
  }

  /** Returns the name on the command line, such as {@code lognormal}. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
