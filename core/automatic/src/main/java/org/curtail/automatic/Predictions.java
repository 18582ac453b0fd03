package org.curtail.automatic;

import java.util.Arrays;
import java.util.Optional;
import org.curtail.Prediction;
import org.curtail.automatic.choose.PredictionError;
import org.curtail.predict.PredictionQuality;

/** Quality of a service's own predictions, over the last {@value #COMPARED} requests. */
final class Predictions {
  private static final int COMPARED = 1_024;

  /** Requests between two evaluations. */
  private static final int LOOK = 256;

  /** Least share of predicted requests for policies with predictions. */
  private static final double LEAST_SHARE = 0.9;

  /**
   * Least share while such a policy is in use. Between the two shares nothing changes, so that
   * plans do not alternate.
   */
  private static final double LEAST_USED_SHARE = 0.8;

  /** Greatest useful error, as a share of the error of a constant prediction. */
  private static final double MOST_ERROR = 0.85;

  /** Greatest useful error while predictions are in use. */
  private static final double MOST_USED_ERROR = 0.95;

  /** Ratio of the error to that of the last plan that causes a new plan. */
  private static final double OTHER = 1.5;

  /** Error below which predictions count as certain, and cause no new plan. */
  private static final double LEAST_ERROR = 0.05;

  /** Predicted values; NaN for an unpredicted request. */
  private final double[] logPredicted = new double[COMPARED];

  private final double[] logTrue = new double[COMPARED];
  private final double[] squaredStated = new double[COMPARED];
  private long ended;
  private Optional<PredictionError> error = Optional.empty();
  private boolean areUseless;

  /**
   * Adds an ended request.
   *
   * @param said its prediction
   * @param logNanos natural logarithm of its demand, in nanoseconds
   */
  void ended(Prediction said, double logNanos) {
    int place = (int) (ended % COMPARED);
    logPredicted[place] =
        said.isInformative() ? StrictMath.log((double) said.knownNanos()) : Double.NaN;
    logTrue[place] = logNanos;
    squaredStated[place] = said.logError() * said.logError();
    ended++;
    if (ended >= COMPARED && ended % LOOK == 0) {
      error = compare();
    }
  }

  /** Forgets all requests after a change of the service. */
  void forget() {
    ended = 0;
    error = Optional.empty();
    areUseless = false;
  }

  /**
   * Returns the error; empty if too few requests have predictions, or if predictions are no better
   * than a constant.
   */
  Optional<PredictionError> error() {
    return error;
  }

  private Optional<PredictionError> compare() {
    areUseless = false;
    int[] predicted = places();
    boolean isUsed = error.isPresent();
    if (predicted.length < (isUsed ? LEAST_USED_SHARE : LEAST_SHARE) * COMPARED) {
      return Optional.empty();
    }
    PredictionQuality quality =
        PredictionQuality.of(of(logPredicted, predicted), of(logTrue, predicted));
    double stated = Math.sqrt(Arrays.stream(of(squaredStated, predicted)).average().orElse(0));
    double most = isUsed ? MOST_USED_ERROR : MOST_ERROR;
    areUseless = quality.logError() >= most * quality.logSpread();
    return areUseless
        ? Optional.empty()
        : Optional.of(new PredictionError(quality.logError(), stated));
  }

  /** Returns true if enough requests have predictions, and a constant would be about as good. */
  boolean areUseless() {
    return areUseless;
  }

  private int[] places() {
    int[] predicted = new int[COMPARED];
    int count = 0;
    for (int place = 0; place < COMPARED; place++) {
      if (!Double.isNaN(logPredicted[place])) {
        predicted[count++] = place;
      }
    }
    return Arrays.copyOf(predicted, count);
  }

  private static double[] of(double[] values, int[] places) {
    return Arrays.stream(places).mapToDouble(place -> values[place]).toArray();
  }

  /** Returns true if the error differs from the planned one enough to need a new plan. */
  boolean differFrom(Optional<PredictionError> planned) {
    Optional<PredictionError> now = error;
    if (now.isEmpty() || planned.isEmpty()) {
      return ended >= COMPARED && now.isPresent() != planned.isPresent();
    }
    double ratio = atLeast(now.get().logError()) / atLeast(planned.get().logError());
    return Math.max(ratio, 1 / ratio) > OTHER;
  }

  private static double atLeast(double logError) {
    return Math.max(logError, LEAST_ERROR);
  }
}
