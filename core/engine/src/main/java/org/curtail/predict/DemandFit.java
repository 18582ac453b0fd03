package org.curtail.predict;

import org.curtail.Prediction;

/**
 * The fitted model of demand at one moment. Immutable.
 *
 * @param scale of the features
 * @param coefficients of the constant and of each feature, for the logarithm of nanoseconds
 * @param errors by demand, a table of {@link ErrorByDemand}
 * @param observations weight of all requests that has not faded
 * @param atNanos the moment
 */
@SuppressWarnings("ArrayRecordComponent") // Nobody outside sees them, or changes them.
record DemandFit(
    FeatureScale scale, double[] coefficients, double[] errors, double observations, long atNanos) {
  /** Beyond it lies no time that is worth telling: a century. */
  private static final double MOST_NANOS = 3.2e18;

  /** The logarithm of the expected nanoseconds; not a number if a feature is not finite. */
  double logDemand(double[] features) {
    double sum = coefficients[0];
    for (int f = 0; f < features.length; f++) {
      sum += coefficients[f + 1] * scale.of(f, features[f]);
    }
    return sum;
  }

  /** Returns the prediction for a request of this logarithm of nanoseconds. */
  Prediction prediction(double logDemand) {
    double nanos = Math.clamp(StrictMath.exp(logDemand), 1, MOST_NANOS);
    return new Prediction((long) nanos, ErrorByDemand.in(errors, logDemand));
  }
}
