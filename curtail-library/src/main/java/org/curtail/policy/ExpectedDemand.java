package org.curtail.policy;

import org.curtail.Prediction;
import org.curtail.Profile;

/**
 * How much demand a request is expected to have left, from what was predicted and from how much it
 * has done. Immutable.
 *
 * <p>The demand of all requests and the error of predictions are taken to be lognormal, so that
 * what is known after a prediction is lognormal again: its logarithm lies between the prediction
 * and the mean of all, the nearer to the prediction the surer that is (Bayes' rule for two normal
 * distributions). What is known after some work is that distribution without the part below.
 */
final class ExpectedDemand {
  /** Less probability than this says nothing about the form of the tail any more. */
  private static final double NEGLIGIBLE = 1e-9;

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

  static ExpectedDemand of(Profile profile, Survival survival) {
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
   * Expected milliseconds of sequential demand beyond the work that is done.
   *
   * @throws IllegalStateException if nothing was predicted
   */
  double remainingMs(Prediction prediction, double workMs) {
    double predictedMs = prediction.knownNanos() / 1e6;
    double errorVariance = prediction.logError() * prediction.logError();
    if (errorVariance == 0 || logVariance == 0) {
      double certainMs = errorVariance == 0 ? predictedMs : StrictMath.exp(logMean);
      return certainMs > workMs ? certainMs - workMs : tailScaleMs;
    }
    double variance = 1 / (1 / logVariance + 1 / errorVariance);
    double mean = variance * (logMean / logVariance + StrictMath.log(predictedMs) / errorVariance);
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
    // What nobody has seen is not expected.
    return Math.max(0, Math.min(expectedMs, Math.max(longestMs, workMs + tailScaleMs)) - workMs);
  }
}
