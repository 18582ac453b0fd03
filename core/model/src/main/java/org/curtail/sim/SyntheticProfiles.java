package org.curtail.sim;

import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.DoubleSupplier;
import java.util.function.IntToDoubleFunction;
import java.util.function.Supplier;
import org.curtail.Profile;
import org.curtail.sim.Distribution.Gamma;
import org.curtail.sim.Distribution.LogNormal;
import org.curtail.sim.Distribution.Mixture;
import org.curtail.sim.Distribution.StandardNormal;

/**
 * Profiles made by formula, of any size and the same every time. They are fitted to what papers
 * state of the services they measured, whose own profiles are not public: Lucene and Bing as in the
 * Few-to-Many paper (section 2, Figures 1 and 2; section 7), and Bing as in the Adaptive
 * parallelism paper (Jeon et al., EuroSys 2013, sections 2 and 5).
 *
 * <p>Request i of N has the demand that a share (i - 0.5) / N of all requests does not exceed, in
 * ascending order. Unless said otherwise, its speedup at degree d is {@code 1 + gain(d) * x / (x +
 * halfwayMs)}: a request of {@code halfwayMs} gets half of the longest one's gain. Then it is made
 * plausible: no degree is slower than the one before it, and none makes better use of its threads.
 */
public final class SyntheticProfiles {
  /** Published profiles, with the papers' sample sizes. */
  private static final Map<String, Supplier<Profile>> PUBLISHED =
      new TreeMap<>(
          Map.of(
              "few-to-many-lucene", () -> luceneLike(10_000, 4),
              "few-to-many-bing", () -> bingLike(30_000),
              "adaptive-bing", () -> bingLike2012(100_000)));

  /** Fitted to the median and the mode: two equations for two numbers. */
  private static final Distribution LUCENE = new Gamma(1.6388, 140.891);

  private static final double LUCENE_MEDIAN_MS = 186;
  private static final double LUCENE_HALFWAY_MS = 25;

  /** Gains by degree, from 1 on. */
  private static final double[] LUCENE_GAINS = {0, 0.95, 1.75, 2.4};

  /** Gains by degree, from 1 on. */
  private static final double[] WEAK_GAINS = {0, 0.93, 1.55, 2};

  /** Gains by degree, from 1 on. */
  private static final double[] CONSTANT_GAINS = {0, 0.9, 1.6, 2.1};

  private static final double HEAVY_LIMIT_MS = 1500;

  private static final Distribution BING =
      new Mixture(0.8699, new LogNormal(1.6089, 0.5085), new LogNormal(4.0388, 0.6736));

  private static final double BING_HALFWAY_MS = 9.65;

  /** Time at which the server ends requests. */
  private static final double BING_LIMIT_MS = 200;

  /** Gains by degree, from 1 on. */
  private static final double[] BING_GAINS = {0, 0.75, 1.256};

  private static final Distribution BING_2012 =
      new Mixture(0.5201, new LogNormal(2.8654, 1.9943), new LogNormal(3.5039, 1.1618));

  private static final double BING_2012_LIMIT_MS = 2999;
  private static final int BING_2012_MAX_DEGREE = 6;

  /** Share of the parallel part that remains with any number of threads. */
  private static final double BING_2012_OVERHEAD = 0.0922;

  /** Length of the sequential part. */
  private static final double BING_2012_SERIAL_MS = 4.69;

  private static final double NO_LIMIT_MS = 1e6;

  private SyntheticProfiles() {}

  /** Returns the names that {@link #named} knows: those of papers' experiments. */
  public static List<String> names() {
    return List.copyOf(PUBLISHED.keySet());
  }

  /**
   * Returns a profile by its name, with the paper's number of requests.
   *
   * @throws IllegalArgumentException if no profile has this name; the message lists the names
   */
  public static Profile named(String name) {
    Supplier<Profile> profile = PUBLISHED.get(name);
    if (profile == null) {
      throw new IllegalArgumentException("expected one of " + names() + ", found '" + name + "'");
    }
    return profile.get();
  }

  /**
   * Returns a profile like Lucene: median 186 ms, mode 90 ms, 99th percentile 837 ms; the longest
   * get speedups up to 1.95, 2.75 and 3.4 at degrees 2 to 4, and nothing from further threads.
   *
   * @param requests at least 1
   * @param maxDegree at least 1
   */
  public static Profile luceneLike(int requests, int maxDegree) {
    return profile(
        "synthetic, like Lucene",
        quantiles(requests, LUCENE, NO_LIMIT_MS),
        maxDegree,
        LUCENE_HALFWAY_MS,
        degree -> gain(LUCENE_GAINS, degree),
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
    var random = new SplittableRandom(seed);
    return profile(
        "synthetic, like Lucene with noise of seed " + seed,
        quantiles(requests, LUCENE, NO_LIMIT_MS),
        maxDegree,
        LUCENE_HALFWAY_MS,
        degree -> gain(LUCENE_GAINS, degree),
        () -> Math.clamp(1 + 0.12 * normal(random.nextDouble()), 0.3, 1.15));
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
        quantiles(requests, LUCENE, NO_LIMIT_MS),
        maxDegree,
        LUCENE_HALFWAY_MS,
        degree -> 0.9 * StrictMath.pow(degree - 1, 0.9),
        () -> 1);
  }

  /**
   * The demand of {@link #luceneLike} with less to gain: the longest get speedups up to 1.93, 2.55
   * and 3.
   *
   * @param requests at least 1
   * @param maxDegree at least 1
   */
  public static Profile luceneLikeWeak(int requests, int maxDegree) {
    return profile(
        "synthetic, like Lucene, weak speedups",
        quantiles(requests, LUCENE, NO_LIMIT_MS),
        maxDegree,
        LUCENE_HALFWAY_MS,
        degree -> gain(WEAK_GAINS, degree),
        () -> 1);
  }

  /**
   * The demand of {@link #luceneLike}, but all requests have the same speedups, short ones too:
   * 1.9, 2.6 and 3.1.
   *
   * @param requests at least 1
   * @param maxDegree at least 1
   */
  public static Profile luceneLikeConstant(int requests, int maxDegree) {
    return profile(
        "synthetic, like Lucene, constant speedups",
        quantiles(requests, LUCENE, NO_LIMIT_MS),
        maxDegree,
        0,
        degree -> gain(CONSTANT_GAINS, degree),
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
    return profile(
        "synthetic, heavy tail",
        quantiles(requests, new LogNormal(StrictMath.log(LUCENE_MEDIAN_MS), 0.85), HEAVY_LIMIT_MS),
        maxDegree,
        LUCENE_HALFWAY_MS,
        degree -> gain(LUCENE_GAINS, degree),
        () -> 1);
  }

  /**
   * Like Bing in the Few-to-Many paper, with three degrees: 87 % of the requests around 5 ms, the
   * rest around 57 ms, ended at 200 ms.
   *
   * @param requests at least 1
   */
  public static Profile bingLike(int requests) {
    return bing("synthetic, like Bing", BING, requests);
  }

  /**
   * As {@link #bingLike}, but with a demand of one piece: log-normal with median 3.4 ms, the 99th
   * percentile 27 times that, ended at 200 ms.
   *
   * @param requests at least 1
   */
  public static Profile bingLikeLogNormal(int requests) {
    return bing(
        "synthetic, like Bing, log-normal", new LogNormal(StrictMath.log(3.4), 1.417), requests);
  }

  private static Profile bing(String source, Distribution demand, int requests) {
    return profile(
        source,
        quantiles(requests, demand, BING_LIMIT_MS),
        BING_GAINS.length,
        BING_HALFWAY_MS,
        degree -> gain(BING_GAINS, degree),
        () -> 1);
  }

  /**
   * Like Bing in the Adaptive parallelism paper, with six degrees: mean 87 ms, median 26 ms, 95th
   * percentile 321 ms, nothing above 3 s. The first 4.69 ms of a request are not parallel, and of
   * the rest 9.2 % is not saved by any number of threads: six make requests 2.5 times faster in the
   * mean, and bring the longest 5 % from 856 to 212 ms.
   *
   * @param requests at least 1
   */
  public static Profile bingLike2012(int requests) {
    var profile = new Profile.Builder();
    for (double demandMs : quantiles(requests, BING_2012, BING_2012_LIMIT_MS)) {
      double parallelMs = demandMs - Math.min(demandMs, BING_2012_SERIAL_MS);
      double[] timesMs = new double[BING_2012_MAX_DEGREE];
      for (int d = 1; d <= timesMs.length; d++) {
        timesMs[d - 1] = demandMs - (1 - BING_2012_OVERHEAD) * parallelMs * (1 - 1.0 / d);
      }
      profile.add(timesMs);
    }
    return profile.build("synthetic, like Bing in 2012");
  }

  private static double gain(double[] gains, int degree) {
    return gains[Math.min(degree, gains.length) - 1];
  }

  /**
   * Returns requests of these demands with the speedups of {@link #luceneLike}: all gain, the
   * longest most.
   */
  static Profile withLuceneSpeedups(String source, double[] demandsMs, int maxDegree) {
    return profile(
        source,
        demandsMs,
        maxDegree,
        LUCENE_HALFWAY_MS,
        degree -> gain(LUCENE_GAINS, degree),
        () -> 1);
  }

  /** Returns the demand of {@link #luceneLike}. */
  static double[] luceneDemandsMs(int requests) {
    return quantiles(requests, LUCENE, NO_LIMIT_MS);
  }

  /** Returns the normal distribution's quantile, by symmetry of that of its positive half. */
  private static double normal(double share) {
    if (share < 0.5) {
      return -normal(1 - share);
    }
    // No generator draws beyond nine standard deviations.
    return share == 0.5 ? 0 : new StandardNormal().quantile(share, 9);
  }

  /** Returns the demands in ascending order. */
  static double[] quantiles(int requests, Distribution demand, double limitMs) {
    double[] demandsMs = new double[requests];
    for (int r = 0; r < requests; r++) {
      demandsMs[r] = demand.quantile((r + 0.5) / requests, limitMs);
    }
    return demandsMs;
  }

  /**
   * Returns a profile of these demands.
   *
   * @param gain gain by degree, for an infinite request
   * @param factor called once per request, multiplies its gains
   */
  private static Profile profile(
      String source,
      double[] demandsMs,
      int maxDegree,
      double halfwayMs,
      IntToDoubleFunction gain,
      DoubleSupplier factor) {
    var profile = new Profile.Builder();
    for (double demandMs : demandsMs) {
      double[] timesMs = new double[maxDegree];
      double share = factor.getAsDouble() * demandMs / (demandMs + halfwayMs);
      double speedup = 1;
      timesMs[0] = demandMs;
      for (int d = 2; d <= maxDegree; d++) {
        double wanted = 1 + gain.applyAsDouble(d) * share;
        speedup = Math.clamp(wanted, speedup, speedup * d / (d - 1));
        timesMs[d - 1] = demandMs / speedup;
      }
      profile.add(timesMs);
    }
    return profile.build(source);
  }
}
