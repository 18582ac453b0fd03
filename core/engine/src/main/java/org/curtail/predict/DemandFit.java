package org.curtail.predict;

import org.curtail.Prediction;

/**
 * The fitted model of demand at one moment. Immutable.
 *
 * @param scale scale of the features
 * @param coefficients coefficients of the constant and of each feature, for the logarithm of
 *     nanoseconds
 * @param errors errors by demand, a table of {@link ErrorByDemand}
 * @param observations remaining weight of all requests
 * @param atNanos moment of the fit
 */
@SuppressWarnings("ArrayRecordComponent") // No other class sees or changes the arrays.
record DemandFit(
    FeatureScale scale, double[] coefficients, double[] errors, double observations, long atNanos) {
  /** Greatest predicted demand: a century. */
  private static final double MOST_NANOS = 3.2e18;

  /** Returns the logarithm of the expected nanoseconds; NaN if a feature is not finite. */
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
