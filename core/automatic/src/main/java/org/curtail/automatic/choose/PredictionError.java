package org.curtail.automatic.choose;

/**
 * True and stated error of predictions of the demand. Policies use the stated error, so a judge
 * counts the harm of an overconfident predictor.
 *
 * @param logError root mean square of the natural logarithm of true over predicted demand; at least
 *     0
 * @param statedLogError root mean square of {@link org.curtail.Prediction#logError}; at least 0
 */
public record PredictionError(double logError, double statedLogError) {
  public PredictionError {
    if (!isError(logError) || !isError(statedLogError)) {
      throw new IllegalArgumentException(
          "logError and statedLogError must be finite and not negative: %s, %s"
              .formatted(logError, statedLogError));
    }
  }

  /** Returns the error of predictions that state their true error. */
  public static PredictionError known(double logError) {
    return new PredictionError(logError, logError);
  }

  private static boolean isError(double value) {
    return value >= 0 && Double.isFinite(value);
  }
}
