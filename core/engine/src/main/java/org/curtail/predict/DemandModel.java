package org.curtail.predict;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Learns the logarithm of the demand as a linear function of features, request by request. Memory
 * and time per request are fixed. Not thread-safe.
 *
 * <p>The first requests give the scale of the features, and the fit begins with them. After that,
 * the model predicts each request before it learns from it. An error of more than three standard
 * deviations counts as three (Huber: Robust Estimation of a Location Parameter, 1964). So a pause
 * or a wrong value has little effect, but the model still follows a change. A level beside the fit
 * follows at once if all requests become slower or faster. The model does not learn from requests
 * with an absurd feature. If there are many of them for long, the scale has changed, and the model
 * takes a new one.
 */
final class DemandModel {
  /** Number of compared predictions before the model's predictions are used. */
  private static final int LEAST_ERRORS = 20;

  /** Greatest share of absurd requests with which the scale stays. */
  private static final double MOST_ABSURD = 0.1;

  private static final double ABSURD_MEMORY = 50;
  private static final double LEVEL_MEMORY = 50;
  private static final double ERROR_MEMORY = 500;

  /** Greatest error that counts, in standard deviations. */
  private static final double FAR = 3;

  private static final double LEAST_DEVIATION = 0.05;

  /** Greatest error of a prediction, as a logarithm: a factor of about 150. More is an accident. */
  private static final double MOST_ERROR = 5;

  /** Most requests until the next solution. */
  private static final int MOST_UNSOLVED = 16;

  private final int features;
  private final double keep;
  private final double halfLifeNanos;
  private final FadingLeastSquares squares;
  private final ErrorByDemand errors = new ErrorByDemand(ERROR_MEMORY);

  /** Features of the last requests, for a new scale. */
  private final double[][] lastFeatures;

  private final double[] lastLogs;
  private final double[] coefficients;
  private final double[] terms;

  private long requests;
  private long errorsNoted;
  private long unsolved;
  private long manyAbsurd;
  private long lastNanos;
  private double absurd;
  private double level;
  private double deviation = 1;
  private @Nullable FeatureScale scale;

  DemandModel(int features, double memoryRequests, double halfLifeNanos) {
    this.features = features;
    this.keep = 1 - 1 / memoryRequests;
    this.halfLifeNanos = halfLifeNanos;
    int terms = features + 1;
    int window = window(features);
    squares = new FadingLeastSquares(terms);
    lastFeatures = new double[window][features];
    lastLogs = new double[window];
    coefficients = new double[terms];
    this.terms = new double[terms];
  }

  /** Least weight of requests for a prediction. */
  static double least(int features) {
    return window(features) / 2.0;
  }

  private static int window(int features) {
    return Math.max(40, 3 * (features + 1));
  }

  /** True once the error of predictions is known. */
  boolean isTried() {
    return errorsNoted >= LEAST_ERRORS;
  }

  /** True if enough requests have come since the last solution: many at first, fewer later. */
  boolean isDue() {
    return scale != null && unsolved >= Math.min(MOST_UNSOLVED, 1 + requests / 64);
  }

  /**
   * Predicts a request, and then learns from it.
   *
   * @param x features, all finite
   * @param log logarithm of the nanoseconds that the request took
   * @return the predicted logarithm; NaN if the model knew nothing
   */
  double learn(double[] x, double log, long nowNanos) {
    int slot = (int) (requests % lastLogs.length);
    System.arraycopy(x, 0, lastFeatures[slot], 0, features);
    lastLogs[slot] = log;
    fade(nowNanos);
    requests++;
    if (scale == null) {
      if (requests == lastLogs.length) {
        takeScale();
      }
      return Double.NaN;
    }
    double explained = explained(x);
    double predicted = level + explained;
    double error = Math.clamp(log - predicted, -MOST_ERROR, MOST_ERROR);
    errors.add(predicted, error);
    errorsNoted++;
    boolean isAbsurd = isAbsurd(x);
    absurd += ((isAbsurd ? 1 : 0) - absurd) / ABSURD_MEMORY;
    if (!isAbsurd) {
      absorb(explained, log - explained, error);
    }
    manyAbsurd = absurd > MOST_ABSURD ? manyAbsurd + 1 : 0;
    // When the scale is taken, the last requests are all of the new kind.
    if (manyAbsurd == lastLogs.length || (isTimeToLook() && isTooCoarse())) {
      takeScale();
    }
    unsolved++;
    return predicted;
  }

  /**
   * True at some requests only, because the check takes long. The check finds a scale from first
   * requests that were all absurd.
   */
  private boolean isTimeToLook() {
    return requests % (8L * lastLogs.length) == 0;
  }

  private boolean isTooCoarse() {
    return scale != null && scale.isTooCoarseFor(FeatureScale.of(lastFeatures));
  }

  /** Returns the fit of everything learned so far. */
  DemandFit solved() {
    squares.solve(coefficients);
    unsolved = 0;
    double[] levelled = coefficients.clone();
    levelled[0] += level;
    FeatureScale known = scale;
    if (known == null) {
      throw new IllegalStateException("solved before there was a scale");
    }
    return new DemandFit(known, levelled, errors.table(), squares.weight(), lastNanos);
  }

  private void fade(long nowNanos) {
    // A clock may go back.
    double passedNanos = requests == 0 ? 0 : Math.max(0, (double) nowNanos - lastNanos);
    lastNanos = nowNanos;
    squares.fade(keep * StrictMath.pow(2, -passedNanos / halfLifeNanos));
  }

  /**
   * Returns the logarithm that the features explain. Leaves the scaled features in {@link #terms}.
   */
  private double explained(double[] x) {
    FeatureScale known = scale;
    if (known == null) {
      throw new IllegalStateException("explained before there was a scale");
    }
    terms[0] = 1;
    double sum = coefficients[0];
    for (int f = 0; f < features; f++) {
      terms[f + 1] = known.of(f, x[f]);
      sum += coefficients[f + 1] * terms[f + 1];
    }
    return sum;
  }

  private boolean isAbsurd(double[] x) {
    for (int f = 0; f < features; f++) {
      if (scale != null && scale.isAbsurd(f, x[f])) {
        return true;
      }
    }
    return false;
  }

  /**
   * Learns from a request whose scaled features are in {@link #terms}.
   *
   * @param left the part that the features do not explain, including the level
   * @param error error of the prediction
   */
  private void absorb(double explained, double left, double error) {
    double far = FAR * deviation;
    squares.add(terms, explained + Math.clamp(left, level - far, level + far));
    level += Math.clamp(error, -far, far) / LEVEL_MEMORY;
    double near = Math.clamp(error, -2 * far, 2 * far);
    double variance = deviation * deviation;
    variance += (near * near - variance) / LEVEL_MEMORY;
    deviation = Math.max(Math.sqrt(variance), LEAST_DEVIATION);
  }

  /** Takes the scale of the last requests, and fits them. */
  private void takeScale() {
    scale = FeatureScale.of(lastFeatures);
    manyAbsurd = 0;
    absurd = 0;
    level = 0;
    double[] sorted = lastLogs.clone();
    Arrays.sort(sorted);
    double middle = FeatureScale.median(sorted);
    deviation = FeatureScale.scale(sorted);
    Arrays.fill(coefficients, 0);
    coefficients[0] = middle;
    // The first round limits values that are extreme by themselves, the later ones values far from
    // the fit.
    for (int round = 0; round < 3; round++) {
      fitLast();
      deviation = Math.max(leftByLast() * 1.4826, LEAST_DEVIATION);
    }
  }

  private void fitLast() {
    squares.clear();
    int count = lastLogs.length;
    for (int i = 0; i < count; i++) {
      int slot = (int) ((requests + i) % count);
      double explained = explained(lastFeatures[slot]);
      double far = FAR * deviation;
      if (!isAbsurd(lastFeatures[slot])) {
        squares.add(terms, explained + Math.clamp(lastLogs[slot] - explained, -far, far));
      }
    }
    squares.solve(coefficients);
  }

  /**
   * Returns the median distance of the last requests from the fit: two thirds of the standard
   * deviation.
   */
  private double leftByLast() {
    double[] left = new double[lastLogs.length];
    for (int i = 0; i < left.length; i++) {
      left[i] = Math.abs(lastLogs[i] - explained(lastFeatures[i]));
    }
    Arrays.sort(left);
    return FeatureScale.median(left);
  }
}
