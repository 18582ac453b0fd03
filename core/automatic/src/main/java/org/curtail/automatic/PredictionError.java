package org.curtail.automatic;

/**
 * How far predictions of the demand are off, and how far they say that they are. Policies go by
 * what is said; a predictor that is too sure of itself is judged with the harm that this does.
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

  /** Of predictions that are as good as they say. */
  public static PredictionError known(double logError) {
    return new PredictionError(logError, logError);
  }

  private static boolean isError(double value) {
    return value >= 0 && Double.isFinite(value);
  }
}
