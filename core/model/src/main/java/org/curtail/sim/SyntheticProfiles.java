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
 * Profiles by formula, of any size and always the same. The profiles fit published facts of
 * services whose own profiles are not public: Lucene and Bing as in the Few-to-Many paper (section
 * 2, Figures 1 and 2; section 7), and Bing as in the Adaptive parallelism paper (Jeon et al.,
 * EuroSys 2013, sections 2 and 5).
 *
 * <p>In ascending order, request i of N has the quantile of the demand at (i - 0.5) / N. The
 * default speedup of a request at degree d is {@code 1 + gain(d) * x / (x + halfwayMs)}: a request
 * of {@code halfwayMs} has half of the longest one's gain. A correction then ensures that no degree
 * is slower or more efficient than the one before it.
 *
 * <p>Numbers of requests and greatest degrees must be at least 1.
 */
public final class SyntheticProfiles {
  /** Published profiles, with the papers' sample sizes. */
  private static final Map<String, Supplier<Profile>> PUBLISHED =
      new TreeMap<>(
          Map.of(
              "few-to-many-lucene", () -> luceneLike(10_000, 4),
              "few-to-many-bing", () -> bingLike(30_000),
              "adaptive-bing", () -> bingLike2012(100_000)));

  /** Fit to the median and the mode: two equations for two numbers. */
  private static final Distribution LUCENE = new Gamma(1.6388, 140.891);

  private static final double LUCENE_MEDIAN_MS = 186;
  private static final double LUCENE_HALFWAY_MS = 25;

  /** Gains by degree, from 1 on. */
  private static final double[] LUCENE_GAINS = {0, 0.95, 1.75, 2.4};

  private static final double[] WEAK_GAINS = {0, 0.93, 1.55, 2};

  private static final double[] CONSTANT_GAINS = {0, 0.9, 1.6, 2.1};

  private static final double HEAVY_LIMIT_MS = 1500;

  private static final Distribution BING =
      new Mixture(0.8699, new LogNormal(1.6089, 0.5085), new LogNormal(4.0388, 0.6736));

  private static final double BING_HALFWAY_MS = 9.65;

  /** Time limit of the server, in milliseconds. */
  private static final double BING_LIMIT_MS = 200;

  private static final double[] BING_GAINS = {0, 0.75, 1.256};

  private static final Distribution BING_LATE =
      new Mixture(0.845, new LogNormal(1.6487, 0.37), new LogNormal(3.8712, 0.75));

  private static final double BING_LATE_HALFWAY_MS = 20;

  private static final double[] BING_LATE_GAINS = {0, 0.79, 1.38};

  private static final Distribution BING_2012 =
      new Mixture(0.5201, new LogNormal(2.8654, 1.9943), new LogNormal(3.5039, 1.1618));

  private static final double BING_2012_LIMIT_MS = 2999;
  private static final int BING_2012_MAX_DEGREE = 6;

  /** Part of the parallel work that no number of threads saves. */
  private static final double BING_2012_OVERHEAD = 0.0922;

  private static final double BING_2012_SERIAL_MS = 4.69;

  /** Share of a request before its shared part, and the limit of that part. */
  private static final double BING_2012_SERIAL_SHARE = 0.36;

  private static final double BING_2012_LONGEST_SERIAL_MS = 43;

  /**
   * Further shared work for each further thread: a share, and a time that short ones reach less.
   */
  private static final double BING_2012_THREAD_SHARE = 0.04;

  private static final double BING_2012_THREAD_MS = 13;
  private static final double BING_2012_THREAD_HALFWAY_MS = 7.2;

  private static final double NO_LIMIT_MS = 1e6;

  private SyntheticProfiles() {}

  /** Returns the names that {@link #named} accepts: those of papers' experiments. */
  public static List<String> names() {
    return List.copyOf(PUBLISHED.keySet());
  }

  /**
   * Returns a profile by its name, with the paper's number of requests.
   *
   * @throws IllegalArgumentException if the name is unknown; the message lists the names
   */
  public static Profile named(String name) {
    Supplier<Profile> profile = PUBLISHED.get(name);
    if (profile == null) {
      throw new IllegalArgumentException("expected one of " + names() + ", found '" + name + "'");
    }
    return profile.get();
  }

  /**
   * Returns a profile like Lucene: median 186 ms, mode 90 ms, 99th percentile 837 ms. The longest
   * requests have speedups up to 1.95, 2.75 and 3.4 at degrees 2 to 4, and gain nothing from
   * further threads.
   */
  public static Profile luceneLike(int requests, int maxDegree) {
    return withLuceneSpeedups("synthetic, like Lucene", luceneDemandsMs(requests), maxDegree);
  }

  /**
   * Returns {@link #luceneLike} with gains that differ between requests of the same demand. A gain
   * has a factor that is normal with mean 1 and standard deviation 0.12, limited to 0.3 to 1.15.
   *
   * @param seed draws the factors
   */
  public static Profile luceneLikeNoisy(int requests, int maxDegree, long seed) {
    var random = new SplittableRandom(seed);
    return profile(
        "synthetic, like Lucene with noise of seed " + seed,
        luceneDemandsMs(requests),
        maxDegree,
        LUCENE_HALFWAY_MS,
        degree -> gain(LUCENE_GAINS, degree),
        () -> Math.clamp(1 + 0.12 * normal(random.nextDouble()), 0.3, 1.15));
  }

  /**
   * Returns the demand of {@link #luceneLike} with a gain of 0.9 (d - 1)^0.9, so that every further
   * thread helps.
   */
  public static Profile luceneLikeScalable(int requests, int maxDegree) {
    return profile(
        "synthetic, like Lucene, scalable",
        luceneDemandsMs(requests),
        maxDegree,
        LUCENE_HALFWAY_MS,
        degree -> 0.9 * StrictMath.pow(degree - 1, 0.9),
        () -> 1);
  }

  /**
   * Returns the demand of {@link #luceneLike} with smaller gains. The longest have speedups up to
   * 1.93, 2.55 and 3.
   */
  public static Profile luceneLikeWeak(int requests, int maxDegree) {
    return profile(
        "synthetic, like Lucene, weak speedups",
        luceneDemandsMs(requests),
        maxDegree,
        LUCENE_HALFWAY_MS,
        degree -> gain(WEAK_GAINS, degree),
        () -> 1);
  }

  /**
   * Returns the demand of {@link #luceneLike} with the same speedups for all requests: 1.9, 2.6 and
   * 3.1.
   */
  public static Profile luceneLikeConstant(int requests, int maxDegree) {
    return profile(
        "synthetic, like Lucene, constant speedups",
        luceneDemandsMs(requests),
        maxDegree,
        0,
        degree -> gain(CONSTANT_GAINS, degree),
        () -> 1);
  }

  /**
   * Returns the median and the speedups of {@link #luceneLike} with a heavier tail: log-normal with
   * sigma 0.85, at most 1500 ms.
   */
  public static Profile heavy(int requests, int maxDegree) {
    return withLuceneSpeedups(
        "synthetic, heavy tail",
        quantiles(requests, new LogNormal(StrictMath.log(LUCENE_MEDIAN_MS), 0.85), HEAVY_LIMIT_MS),
        maxDegree);
  }

  /**
   * Returns a profile like Bing in the Few-to-Many paper, with three degrees. 87 % of the requests
   * take about 5 ms and the rest about 57 ms, at most 200 ms.
   */
  public static Profile bingLike(int requests) {
    return bing("synthetic, like Bing", requests, BING, BING_GAINS, BING_HALFWAY_MS);
  }

  /**
   * Returns another profile like Bing in the Few-to-Many paper, which agrees with the same facts:
   * only the longest requests gain much from threads. So the mean of the speedups is lower than in
   * {@link #bingLike}, 1.23 and 1.39 at degrees 2 and 3.
   */
  public static Profile bingLikeWithLateSpeedups(int requests) {
    return bing(
        "synthetic, like Bing, with late speedups",
        requests,
        BING_LATE,
        BING_LATE_GAINS,
        BING_LATE_HALFWAY_MS);
  }

  private static Profile bing(
      String source, int requests, Distribution demand, double[] gains, double halfwayMs) {
    return profile(
        source,
        quantiles(requests, demand, BING_LIMIT_MS),
        gains.length,
        halfwayMs,
        degree -> gain(gains, degree),
        () -> 1);
  }

  /**
   * Returns a profile like Bing in the Adaptive parallelism paper, with six degrees: mean 87 ms,
   * median 26 ms, 95th percentile 321 ms, at most 3 s. The first 4.69 ms of a request are
   * sequential, and no number of threads saves 9.2 % of the rest. With six threads, requests are
   * 2.5 times faster in the mean, and the longest 5 % take 212 ms instead of 856 ms.
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

  /**
   * Returns the demand of {@link #bingLike2012} with {@linkplain Profile#serialMs serial parts}: 36
   * % of a request, at most 43 ms. A further thread adds 4 % to the shared part, and up to 13 ms.
   * Fitted to the paper's times, core times and response times together: all requests need 37 ms
   * with six threads, the longest 5 % 216 ms, and a request takes 98 to 142 ms of core time at
   * degrees 2 to 6.
   */
  public static Profile bingLike2012WithSerialParts(int requests) {
    var profile = new Profile.Builder();
    double[] demandsMs = quantiles(requests, BING_2012, BING_2012_LIMIT_MS);
    double[] serialMs = new double[requests];
    for (int r = 0; r < requests; r++) {
      serialMs[r] = Math.min(BING_2012_SERIAL_SHARE * demandsMs[r], BING_2012_LONGEST_SERIAL_MS);
      double sharedMs = demandsMs[r] - serialMs[r];
      double threadMs =
          BING_2012_THREAD_SHARE * sharedMs
              + BING_2012_THREAD_MS * sharedMs / (sharedMs + BING_2012_THREAD_HALFWAY_MS);
      double[] timesMs = new double[BING_2012_MAX_DEGREE];
      timesMs[0] = demandsMs[r];
      for (int d = 2; d <= timesMs.length; d++) {
        // More threads are never slower.
        timesMs[d - 1] =
            Math.min(timesMs[d - 2], serialMs[r] + (sharedMs + (d - 1) * threadMs) / d);
      }
      profile.add(timesMs);
    }
    return profile.build("synthetic, like Bing in 2012, with serial parts").withSerialMs(serialMs);
  }

  private static double gain(double[] gains, int degree) {
    return gains[Math.min(degree, gains.length) - 1];
  }

  /** Returns requests of these demands with the speedups of {@link #luceneLike}. */
  static Profile withLuceneSpeedups(String source, double[] demandsMs, int maxDegree) {
    return profile(
        source,
        demandsMs,
        maxDegree,
        LUCENE_HALFWAY_MS,
        degree -> gain(LUCENE_GAINS, degree),
        () -> 1);
  }

  static double[] luceneDemandsMs(int requests) {
    return quantiles(requests, LUCENE, NO_LIMIT_MS);
  }

  /** Returns a quantile of the normal distribution; a negative one by symmetry. */
  private static double normal(double share) {
    if (share < 0.5) {
      return -normal(1 - share);
    }
    // No generator draws more than nine standard deviations.
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
   * @param factor supplies a factor of the gains for each request
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
