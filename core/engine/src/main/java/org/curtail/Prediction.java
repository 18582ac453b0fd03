package org.curtail;

import java.util.function.LongUnaryOperator;

/**
 * A prediction of the demand of a request.
 *
 * @param demandNanos time of the whole request on one thread, in nanoseconds; more than 0, or
 *     {@link #UNKNOWN}
 * @param logError error of the predictor: standard deviation of the logarithm of the true demand
 *     divided by the predicted one; at least 0, and 0 if certain
 */
public record Prediction(long demandNanos, double logError) {
  /** The {@link #demandNanos} without a prediction. */
  public static final long UNKNOWN = -1;

  /** No prediction. */
  public static final Prediction NONE = new Prediction(UNKNOWN, 0);

  /**
   * A prediction without information, for policies that refuse requests without a prediction. With
   * it they use the profile instead. {@link #isInformative} is false.
   */
  public static final Prediction UNSURE = new Prediction(1_000_000, 10);

  /** Greatest error of an informative prediction: a factor of about 150. */
  private static final double MOST_LOG_ERROR = 5;

  public Prediction {
    if (demandNanos <= 0 && demandNanos != UNKNOWN) {
      throw new IllegalArgumentException("demandNanos must be positive or UNKNOWN: " + demandNanos);
    }
    if (!(logError >= 0) || Double.isInfinite(logError)) {
      throw new IllegalArgumentException("logError must be finite and not negative: " + logError);
    }
  }

  /** A prediction without error. */
  public static Prediction certain(long demandNanos) {
    return new Prediction(demandNanos, 0);
  }

  /** True if there is a prediction. */
  public boolean isKnown() {
    return demandNanos != UNKNOWN;
  }

  /** True if the prediction is sure enough to be of use. */
  public boolean isInformative() {
    return isKnown() && logError <= MOST_LOG_ERROR;
  }

  /**
   * Returns the prediction with another time, at least 1 nanosecond; itself without a prediction.
   *
   * @param otherNanos maps the demand
   */
  public Prediction mapped(LongUnaryOperator otherNanos) {
    return isKnown()
        ? new Prediction(Math.max(1, otherNanos.applyAsLong(demandNanos)), logError)
        : this;
  }

  /**
   * The predicted demand.
   *
   * @throws IllegalStateException if there is no prediction
   */
  public long knownNanos() {
    if (!isKnown()) {
      throw new IllegalStateException("the request's demand was not predicted");
    }
    return demandNanos;
  }
}
