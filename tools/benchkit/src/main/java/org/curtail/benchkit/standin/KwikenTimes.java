package org.curtail.benchkit.standin;

import org.apache.commons.statistics.distribution.NormalDistribution;

/**
 * Times of a stage of a stand-in workflow. Fitted to the Kwiken paper's Figure 4a: the p99 of a
 * tenth of the stages is more than ten times their median; and to sections 2.3 and 4.2.1: time-outs
 * end the tails, those of the two most blamed stages about one call in a hundred.
 *
 * @param tail the form of its slow part
 * @param medianMillis median of the calls; with slow servers, of those that meet none
 * @param sigma the p99 is about exp(2.33 sigma) times the median, as of a log-normal
 * @param timeOutMillis no call takes longer
 */
public record KwikenTimes(
    KwikenFit.Tail tail, double medianMillis, double sigma, double timeOutMillis) {
  private static final NormalDistribution NORMAL = NormalDistribution.of(0, 1);
  private static final double Z_99 = NORMAL.inverseCumulativeProbability(0.99);

  /** A log-normal of this sigma has a p99 of ten times its median. */
  private static final double HEAVY_SIGMA = StrictMath.log(10) / Z_99;

  /** An arbitrary scale: every latency is in proportion to it. */
  private static final double MEDIAN_MILLIS = 10;

  /** Share of the calls that meet a slow server: enough for the p95 to grow with the p99. */
  private static final double SLOW_SERVERS = 0.2;

  /** Share of the calls above which the power law begins. */
  private static final double POWER_LAW = 0.2;

  private static final double Z_80 = NORMAL.inverseCumulativeProbability(1 - POWER_LAW);

  /** Spread of the calls that are not slow, as a share of sigma. */
  private static final double BODY = 0.8;

  private static final double LEAST_TIMED_OUT = 0.0002;
  private static final double MOST_TIMED_OUT = 0.01;

  /**
   * Creates a stage with a time-out that ends the longest calls.
   *
   * @param timedOut share of calls that it ends
   */
  public static KwikenTimes of(
      KwikenFit.Tail tail, double medianMillis, double sigma, double timedOut) {
    var endless = new KwikenTimes(tail, medianMillis, sigma, Double.POSITIVE_INFINITY);
    return new KwikenTimes(
        tail, medianMillis, sigma, medianMillis * endless.exceededInMedians(timedOut));
  }

  /**
   * Draws a stage: half of the stages have a sigma below the fit's median, nine tenths below the
   * heavy one.
   */
  public static KwikenTimes draw(KwikenFit fit, KwikenRandom chance) {
    double median = MEDIAN_MILLIS * StrictMath.exp(fit.medianSpread() * chance.normal());
    double spread = StrictMath.log(HEAVY_SIGMA / fit.medianSigma()) / KwikenShape.Z_90;
    double sigma = fit.medianSigma() * StrictMath.exp(spread * chance.normal());
    return of(fit.tail(), median, sigma, chance.logUniform(LEAST_TIMED_OUT, MOST_TIMED_OUT));
  }

  /**
   * Time of one call.
   *
   * @param normal a standard normal that sets its slowness; calls that share a part of it are slow
   *     together
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

  /** Mean delay at a slow server, in medians: one call in a hundred exceeds the p99. */
  private double slowMedians() {
    return (StrictMath.exp(Z_99 * sigma) - 1) / StrictMath.log(SLOW_SERVERS / 0.01);
  }

  /** A power law through the eightieth percentile of the body and the p99; in medians. */
  private double powerLaw(double slower) {
    double inverseShape = sigma * (Z_99 - BODY * Z_80) / StrictMath.log(POWER_LAW / 0.01);
    return StrictMath.exp(BODY * sigma * Z_80) * StrictMath.pow(POWER_LAW / slower, inverseShape);
  }

  /** Value that a small share of the calls exceeds, in medians. */
  private double exceededInMedians(double share) {
    return switch (tail) {
      case LOG_NORMAL -> StrictMath.exp(-sigma * NORMAL.inverseCumulativeProbability(share));
      case SLOW_SERVERS -> 1 + slowMedians() * StrictMath.log(SLOW_SERVERS / share);
      case POWER_LAW -> powerLaw(share);
    };
  }
}
