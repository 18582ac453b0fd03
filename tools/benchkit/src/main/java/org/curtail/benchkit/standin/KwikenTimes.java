package org.curtail.benchkit.standin;

import org.apache.commons.statistics.distribution.NormalDistribution;

/**
 * Times of a stage of a stand-in workflow. By the Kwiken paper's Figure 4a, the p99 of a tenth of
 * the stages is more than ten times their median. By sections 2.3 and 4.2.1, time-outs end the
 * tails: about one call in a hundred at the two most blamed stages.
 *
 * @param tail form of the slow part
 * @param medianMillis median of calls; with slow servers, of calls without one
 * @param sigma sigma of a log-normal distribution: the p99 is about exp(2.33 sigma) times the
 *     median
 * @param timeOutMillis greatest time of a call
 */
public record KwikenTimes(
    KwikenFit.Tail tail, double medianMillis, double sigma, double timeOutMillis) {
  private static final NormalDistribution NORMAL = NormalDistribution.of(0, 1);
  private static final double Z_99 = NORMAL.inverseCumulativeProbability(0.99);

  /** Sigma of a log-normal distribution with a p99 of ten times the median. */
  private static final double HEAVY_SIGMA = StrictMath.log(10) / Z_99;

  /** Median of a stage; all latencies are in proportion to this scale. */
  private static final double MEDIAN_MILLIS = 10;

  /** Share of calls at a slow server: large enough for the p95 to grow with the p99. */
  private static final double SLOW_SERVERS = 0.2;

  /** Share of calls in the power law. */
  private static final double POWER_LAW = 0.2;

  private static final double Z_80 = NORMAL.inverseCumulativeProbability(1 - POWER_LAW);

  /** Sigma of calls that are not slow, as a share of {@code sigma}. */
  private static final double BODY = 0.8;

  private static final double LEAST_TIMED_OUT = 0.0002;
  private static final double MOST_TIMED_OUT = 0.01;

  /**
   * Returns the times of a stage with a time-out.
   *
   * @param timedOut share of calls that the time-out ends
   */
  public static KwikenTimes of(
      KwikenFit.Tail tail, double medianMillis, double sigma, double timedOut) {
    var endless = new KwikenTimes(tail, medianMillis, sigma, Double.POSITIVE_INFINITY);
    return new KwikenTimes(
        tail, medianMillis, sigma, medianMillis * endless.exceededInMedians(timedOut));
  }

  /**
   * Draws a stage. Half of the stages have a sigma below the fit's median, nine tenths below that
   * of heavy tails.
   */
  public static KwikenTimes draw(KwikenFit fit, KwikenRandom chance) {
    double median = MEDIAN_MILLIS * StrictMath.exp(fit.medianSpread() * chance.normal());
    double spread = StrictMath.log(HEAVY_SIGMA / fit.medianSigma()) / KwikenShape.Z_90;
    double sigma = fit.medianSigma() * StrictMath.exp(spread * chance.normal());
    return of(fit.tail(), median, sigma, chance.logUniform(LEAST_TIMED_OUT, MOST_TIMED_OUT));
  }

  /**
   * Returns the time of a call.
   *
   * @param normal standard normal number that determines the slowness of the call; calls with
   *     correlated numbers are slow together
   */
  public double millis(double normal, KwikenRandom chance) {
    return Math.min(timeOutMillis, medianMillis * medians(normal, chance));
  }

  private double medians(double normal, KwikenRandom chance) {
    return switch (tail) {
      case LOG_NORMAL -> StrictMath.exp(sigma * normal);
      case SLOW_SERVERS -> {
        double body = StrictMath.exp(BODY * sigma * chance.normal());
        double slower = 1 - NORMAL.cumulativeProbability(normal);
        yield slower < SLOW_SERVERS
            ? body + slowMedians() * StrictMath.log(SLOW_SERVERS / slower)
            : body;
      }
      case POWER_LAW -> {
        double slower = 1 - NORMAL.cumulativeProbability(normal);
        yield slower < POWER_LAW ? powerLaw(slower) : StrictMath.exp(BODY * sigma * normal);
      }
    };
  }

  /**
   * Returns the mean delay at a slow server in medians, so that one call in a hundred exceeds the
   * p99.
   */
  private double slowMedians() {
    return (StrictMath.exp(Z_99 * sigma) - 1) / StrictMath.log(SLOW_SERVERS / 0.01);
  }

  /** Returns a time in medians, by a power law through the 80th percentile and the p99. */
  private double powerLaw(double slower) {
    double inverseShape = sigma * (Z_99 - BODY * Z_80) / StrictMath.log(POWER_LAW / 0.01);
    return StrictMath.exp(BODY * sigma * Z_80) * StrictMath.pow(POWER_LAW / slower, inverseShape);
  }

  /** Returns the time in medians that a small share of calls exceeds. */
  private double exceededInMedians(double share) {
    return switch (tail) {
      case LOG_NORMAL -> StrictMath.exp(-sigma * NORMAL.inverseCumulativeProbability(share));
      case SLOW_SERVERS -> 1 + slowMedians() * StrictMath.log(SLOW_SERVERS / share);
      case POWER_LAW -> powerLaw(share);
    };
  }
}
