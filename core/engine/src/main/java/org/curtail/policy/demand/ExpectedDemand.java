package org.curtail.policy.demand;

import org.curtail.Prediction;
import org.curtail.Profile;

/**
 * The expected remaining demand of a request, from its prediction and the work done. Immutable.
 *
 * <p>The demand of all requests and the error of predictions are assumed to be log-normal. So the
 * demand after a prediction is log-normal again. The mean of its logarithm lies between the
 * prediction and the mean of all requests. A surer prediction has more weight (Bayes' rule for two
 * normal distributions). After some work, it is that distribution without the part below.
 */
public final class ExpectedDemand {
  /** Below this probability the log-normal tail is not used. */
  private static final double NEGLIGIBLE = 1e-9;

  /** Standard deviation of the logarithm of the work done, because this is an estimate too. */
  private static final double LOG_ERROR_OF_WORK = 0.1;

  private static final double SMALLEST_VARIANCE = 1e-6;

  private final double logMean;
  private final double logVariance;
  private final double longestMs;
  private final double tailScaleMs;

  private ExpectedDemand(double logMean, double logVariance, double longestMs, double tailScaleMs) {
    this.logMean = logMean;
    this.logVariance = logVariance;
    this.longestMs = longestMs;
    this.tailScaleMs = tailScaleMs;
  }

  public static ExpectedDemand of(Profile profile, Survival survival) {
    double weight = profile.totalWeight();
    double sum = 0;
    for (int request = 0; request < profile.requests(); request++) {
      sum += profile.weight(request) * StrictMath.log(profile.timeMs(request, 1));
    }
    double mean = sum / weight;
    double squares = 0;
    for (int request = 0; request < profile.requests(); request++) {
      double deviation = StrictMath.log(profile.timeMs(request, 1)) - mean;
      squares += profile.weight(request) * deviation * deviation;
    }
    return new ExpectedDemand(
        mean, squares / weight, profile.percentileMs(100, 1), survival.tailScaleMs());
  }

  /**
   * Expected milliseconds of sequential demand beyond the work done.
   *
   * @throws IllegalStateException without a prediction
   */
  public double remainingMs(Prediction prediction, double workMs) {
    double predictedMs = prediction.knownNanos() / 1e6;
    double error = Math.max(prediction.logError(), LOG_ERROR_OF_WORK);
    double errorVariance = error * error;
    double known = logVariance + errorVariance;
    double mean = (logMean * errorVariance + StrictMath.log(predictedMs) * logVariance) / known;
    double variance = Math.max(logVariance * errorVariance / known, SMALLEST_VARIANCE);
    double deviation = Math.sqrt(variance);
    if (workMs <= 0) {
      return Math.min(longestMs, StrictMath.exp(mean + variance / 2));
    }
    double logWork = StrictMath.log(workMs);
    double beyond = Normal.cumulative((mean - logWork) / deviation);
    if (beyond < NEGLIGIBLE) {
      return tailScaleMs;
    }
    double expectedMs =
        StrictMath.exp(mean + variance / 2)
            * Normal.cumulative((mean + variance - logWork) / deviation)
            / beyond;
    // A demand beyond the seen ones is not expected.
    return Math.max(0, Math.min(expectedMs, Math.max(longestMs, workMs + tailScaleMs)) - workMs);
  }

  /** The standard normal distribution, with the same bits on every machine. */
  static final class Normal {
    private Normal() {}

    /**
     * Probability of a value up to z, with an absolute error below 1e-7: a rational approximation
     * (Abramowitz, Stegun: Handbook of Mathematical Functions, 26.2.17).
     */
    static double cumulative(double z) {
      double t = 1 / (1 + 0.2316419 * Math.abs(z));
      double series =
          t
              * (0.319381530
                  + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
      double beyond = StrictMath.exp(-z * z / 2) / Math.sqrt(2 * Math.PI) * series;
      return z >= 0 ? 1 - beyond : beyond;
    }
  }
}
