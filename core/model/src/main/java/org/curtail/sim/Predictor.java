package org.curtail.sim;

import java.util.SplittableRandom;
import org.curtail.Prediction;

/**
 * Predictor of requests' times on one thread, right or wrong. A pure function: a request has the
 * same prediction in all runs.
 */
@FunctionalInterface
public interface Predictor {
  /** Standard deviation, over requests, of the logarithm of the error's size. */
  double LOG_SPREAD = 0.5;

  /** Predicts nothing. */
  Predictor NONE = (index, demandNanos) -> Prediction.NONE;

  /** Returns the true demand of every request. */
  Predictor CLAIRVOYANT = (index, demandNanos) -> Prediction.certain(Math.max(1, demandNanos));

  /**
   * Returns the prediction of a request.
   *
   * @param index place of the request in its trace
   * @param demandNanos true demand of the request
   */
  Prediction prediction(int index, long demandNanos);

  /**
   * Returns a predictor with an error factor whose logarithm is normal with mean 0. Some requests
   * are harder to predict than others: the standard deviation of that logarithm is log-normal over
   * the requests. For two thirds of them it is within a factor of 1.65 of its median. {@link
   * Prediction#logError} states it truly.
   *
   * @param logDeviation root mean square, over all requests, of the logarithm of the factor; at
   *     least 0, where 0 is clairvoyant
   * @param seed seed of the errors: equal seeds give equal errors
   */
  static Predictor noisy(double logDeviation, long seed) {
    if (!(logDeviation >= 0) || Double.isInfinite(logDeviation)) {
      throw new IllegalArgumentException(
          "logDeviation must be finite and not negative: " + logDeviation);
    }
    // With this median, the mean square of the standard deviation is 1.
    double logMedian = -LOG_SPREAD * LOG_SPREAD;
    return (index, demandNanos) -> {
      // The golden ratio spreads neighbouring indices over all seeds.
      var random = new SplittableRandom(seed + index * 0x9e3779b97f4a7c15L);
      double error = normal(random);
      double spread = StrictMath.exp(logMedian + LOG_SPREAD * normal(random));
      double logError = logDeviation * spread;
      long predictedNanos = Math.max(1, Math.round(demandNanos * StrictMath.exp(logError * error)));
      return new Prediction(predictedNanos, logError);
    };
  }

  /**
   * Returns a normal number by Box and Muller, with functions that give the same bits on any
   * machine.
   */
  private static double normal(SplittableRandom random) {
    double radius = Math.sqrt(-2 * StrictMath.log(1 - random.nextDouble()));
    return radius * StrictMath.cos(2 * Math.PI * random.nextDouble());
  }
}
