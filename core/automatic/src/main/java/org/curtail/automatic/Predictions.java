package org.curtail.automatic;

import java.util.Arrays;
import java.util.Optional;
import org.curtail.Prediction;
import org.curtail.predict.PredictionQuality;

/**
 * How good the predictions are that a service gives of its own requests: compared with what the
 * last {@value #COMPARED} took.
 */
final class Predictions {
  private static final int COMPARED = 1_024;

  /** It is looked at them again after so many. */
  private static final int LOOK = 256;

  /** A policy that goes by predictions is worth a thought if so many requests have one. */
  private static final double LEAST_SHARE = 0.9;

  /**
   * It is left if fewer have: what lies between changes nothing, so that plans do not alternate.
   */
  private static final double LEAST_SHARE_OF_USED = 0.8;

  /** Of the error of who always predicts the same: predictions that are worse say nothing. */
  private static final double MOST_OF_SPREAD = 0.85;

  /** The same of predictions that are used. */
  private static final double MOST_OF_SPREAD_OF_USED = 0.95;

  /** A plan is made anew if the error is so many times as great as it was planned with. */
  private static final double OTHER = 1.5;

  /** Less is as good as certain, and no reason for another plan. */
  private static final double LEAST_ERROR = 0.05;

  /** Of one that was not predicted NaN. */
  private final double[] logPredicted = new double[COMPARED];

  private final double[] logTrue = new double[COMPARED];
  private final double[] squaredStated = new double[COMPARED];
  private long ended;
  private Optional<PredictionError> error = Optional.empty();
  private boolean areUseless;

  /**
   * A request has ended.
   *
   * @param said of it before it ran
   * @param logNanos natural logarithm of its demand, in nanoseconds
   */
  void ended(Prediction said, double logNanos) {
    int place = (int) (ended % COMPARED);
    logPredicted[place] =
        said.isTelling() ? StrictMath.log((double) said.knownNanos()) : Double.NaN;
    logTrue[place] = logNanos;
    squaredStated[place] = said.logError() * said.logError();
    ended++;
    if (ended >= COMPARED && ended % LOOK == 0) {
      error = compare();
    }
  }

  /** What was there before is compared no more: the service has changed. */
  void forget() {
    ended = 0;
    error = Optional.empty();
    areUseless = false;
  }

  /**
   * How far off they are; empty if too few requests are predicted, or if they are no better than
   * always the same one would be.
   */
  Optional<PredictionError> error() {
    return error;
  }

  private Optional<PredictionError> compare() {
    areUseless = false;
    int[] predicted = places();
    boolean isUsed = error.isPresent();
    if (predicted.length < (isUsed ? LEAST_SHARE_OF_USED : LEAST_SHARE) * COMPARED) {
      return Optional.empty();
    }
    PredictionQuality quality =
        PredictionQuality.of(of(logPredicted, predicted), of(logTrue, predicted));
    double stated = Math.sqrt(Arrays.stream(of(squaredStated, predicted)).average().orElse(0));
    double most = isUsed ? MOST_OF_SPREAD_OF_USED : MOST_OF_SPREAD;
    areUseless = quality.logError() >= most * quality.logSpread();
    return areUseless
        ? Optional.empty()
        : Optional.of(new PredictionError(quality.logError(), stated));
  }

  /** Whether enough requests are predicted, and always the same would be as good, or nearly. */
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

  /** Whether they are so much better or worse than a plan was made with that it should be anew. */
  boolean areOtherThan(Optional<PredictionError> planned) {
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
