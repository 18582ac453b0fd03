package org.curtail.automatic.choose;

/**
 * The true error of predictions of the demand, and the error that they state. Policies use the
 * stated error; an overconfident predictor is judged with the harm that this does.
 *
 * @param logError root mean square of the natural logarithm of true over predicted demand; at least
 *     0
 * @param statedLogError the same of {@link org.curtail.Prediction#logError}; at least 0
 */
public record PredictionError(double logError, double statedLogError) {
  public PredictionError {
    if (!isError(logError) || !isError(statedLogError)) {
      throw new IllegalArgumentException(
          "logError and statedLogError must be finite and not negative: %s, %s"
              .formatted(logError, statedLogError));
    }
  }

  /** Returns the error of predictions that are as good as they state. */
  public static PredictionError known(double logError) {
    return new PredictionError(logError, logError);
  }

  private static boolean isError(double value) {
    return value >= 0 && Double.isFinite(value);
  }
}
