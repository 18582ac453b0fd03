package org.curtail;

import java.util.SplittableRandom;
import java.util.function.DoubleSupplier;
import java.util.function.DoubleUnaryOperator;
import java.util.function.IntToDoubleFunction;
import java.util.random.RandomGenerator;
import org.apache.commons.statistics.distribution.ContinuousDistribution;
import org.apache.commons.statistics.distribution.GammaDistribution;
import org.apache.commons.statistics.distribution.LogNormalDistribution;

/**
 * Profiles made by formula, of any size and the same every time: shaped like the services that the
 * Few-to-Many paper describes (section 2, Figures 1 and 2), but measured nowhere.
 *
 * <p>Request i of N has the demand that a share (i - 0.5) / N of all requests does not exceed, in
 * ascending order. Its speedup at degree d is {@code 1 + gain(d) * x / (x + halfwayMs)}: a request
 * of {@code halfwayMs} gets half of what the longest get. Then it is made plausible: no degree is
 * slower than the one before it, and none makes better use of its threads.
 */
public final class SyntheticProfiles {
  private static final double LUCENE_HALFWAY_MS = 25;

  /** By degree, from 1 on. */
  private static final double[] LUCENE_GAINS = {0, 0.95, 1.75, 2.4};

  private static final double HEAVY_LIMIT_MS = 1500;

  private static final double BING_HALFWAY_MS = 9.65;

  private static final double BING_LIMIT_MS = 200;

  /** By degree, from 1 on. */
  private static final double[] BING_GAINS = {0, 0.75, 1.256};

  private SyntheticProfiles() {}

  /**
   * Like Lucene: median 186 ms, mode 90 ms, 99th percentile 837 ms; the longest get speedups up to
   * 1.95, 2.75 and 3.4 at degrees 2 to 4, and nothing from further threads.
   *
   * @param requests at least 1
   * @param maxDegree at least 1
   */
  public static Profile luceneLike(int requests, int maxDegree) {
    return profile(
        "synthetic, like Lucene",
        luceneDemandsMs(requests),
        maxDegree,
        LUCENE_HALFWAY_MS,
        SyntheticProfiles::luceneGain,
        () -> 1);
  }

  /**
   * As {@link #luceneLike}, but requests of the same demand differ in their gains: by a factor that
   * is normal with mean 1 and standard deviation 0.12, kept between 0.3 and 1.15.
   *
   * @param requests at least 1
   * @param maxDegree at least 1
   * @param seed draws the factors
   */
  public static Profile luceneLikeNoisy(int requests, int maxDegree, long seed) {
    RandomGenerator random = new SplittableRandom(seed);
    return profile(
        "synthetic, like Lucene with noise of seed " + seed,
        luceneDemandsMs(requests),
        maxDegree,
        LUCENE_HALFWAY_MS,
        SyntheticProfiles::luceneGain,
        () -> Math.clamp(random.nextGaussian(1, 0.12), 0.3, 1.15));
  }

  /**
   * The demand of {@link #luceneLike}, but every further thread helps: gain 0.9 (d - 1)^0.9.
   *
   * @param requests at least 1
   * @param maxDegree at least 1
   */
  public static Profile luceneLikeScalable(int requests, int maxDegree) {
    return profile(
        "synthetic, like Lucene, scalable",
        luceneDemandsMs(requests),
        maxDegree,
        LUCENE_HALFWAY_MS,
        degree -> 0.9 * Math.pow(degree - 1, 0.9),
        () -> 1);
  }

  /**
   * The median and the speedups of {@link #luceneLike} with a heavier tail: log-normal with sigma
   * 0.85, nothing above 1500 ms.
   *
   * @param requests at least 1
   * @param maxDegree at least 1
   */
  public static Profile heavy(int requests, int maxDegree) {
    ContinuousDistribution demand = LogNormalDistribution.of(Math.log(186), 0.85);
    return profile(
        "synthetic, heavy tail",
        strata(
            requests,
            share -> Math.min(demand.inverseCumulativeProbability(share), HEAVY_LIMIT_MS)),
        maxDegree,
        LUCENE_HALFWAY_MS,
        SyntheticProfiles::luceneGain,
        () -> 1);
  }

  /**
   * Like Bing, with three degrees: 87 % of the requests around 5 ms, the rest around 57 ms, ended
   * at 200 ms.
   *
   * @param requests at least 1
   */
  public static Profile bingLike(int requests) {
    var demand =
        new Mixture(
            0.8699,
            LogNormalDistribution.of(1.6089, 0.5085),
            LogNormalDistribution.of(4.0388, 0.6736));
    return profile(
        "synthetic, like Bing",
        strata(requests, share -> demand.quantile(share, BING_LIMIT_MS)),
        BING_GAINS.length,
        BING_HALFWAY_MS,
        degree -> BING_GAINS[degree - 1],
        () -> 1);
  }

  private static double[] luceneDemandsMs(int requests) {
    ContinuousDistribution demand = GammaDistribution.of(1.6388, 140.891);
    return strata(requests, demand::inverseCumulativeProbability);
  }

  private static double luceneGain(int degree) {
    return LUCENE_GAINS[Math.min(degree, LUCENE_GAINS.length) - 1];
  }

  private static double[] strata(int requests, DoubleUnaryOperator quantile) {
    double[] demandsMs = new double[requests];
    for (int r = 0; r < requests; r++) {
      demandsMs[r] = quantile.applyAsDouble((r + 0.5) / requests);
    }
    return demandsMs;
  }

  /**
   * Profile of these demands.
   *
   * @param gain by degree, for a request without end
   * @param factor asked once per request, multiplies its gains
   */
  private static Profile profile(
      String source,
      double[] demandsMs,
      int maxDegree,
      double halfwayMs,
      IntToDoubleFunction gain,
      DoubleSupplier factor) {
    double[][] timesMs = new double[demandsMs.length][maxDegree];
    for (int r = 0; r < demandsMs.length; r++) {
      double demandMs = demandsMs[r];
      double share = factor.getAsDouble() * demandMs / (demandMs + halfwayMs);
      double speedup = 1;
      timesMs[r][0] = demandMs;
      for (int d = 2; d <= maxDegree; d++) {
        double wanted = 1 + gain.applyAsDouble(d) * share;
        speedup = Math.clamp(wanted, speedup, speedup * d / (d - 1));
        timesMs[r][d - 1] = demandMs / speedup;
      }
    }
    return Profile.of(source, timesMs);
  }
}
