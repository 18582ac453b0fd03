package org.curtail.predict;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Learns the logarithm of the demand as a linear function of features, request by request. Memory
 * and time per request are fixed. Not thread-safe.
 *
 * <p>The first requests only tell the scale of the features; with them the fit begins. From then on
 * each request is predicted before it is learned from. One that is far off counts as if it were off
 * by three standard deviations (Huber: Robust Estimation of a Location Parameter, 1964), so that a
 * pause or a lie does little, and a change is followed all the same. A level beside the fit follows
 * at once what makes all requests slower or faster. Requests with an absurd feature are not learned
 * from; if there are many for long, it is another scale, which is taken anew.
 */
final class DemandModel {
  /** Held-out errors before anything is said. */
  private static final int LEAST_ERRORS = 20;

  /** The greatest share of absurd requests at which their features keep their scale. */
  private static final double MOST_ABSURD = 0.1;

  private static final double ABSURD_MEMORY = 50;
  private static final double LEVEL_MEMORY = 50;
  private static final double ERROR_MEMORY = 500;

  /** In standard deviations; what is further away counts as this far. */
  private static final double FAR = 3;

  private static final double LEAST_DEVIATION = 0.05;

  /** Of a factor of 150: more is no error of a prediction but an accident. */
  private static final double MOST_ERROR = 5;

  /** Most requests until the next solution. */
  private static final int MOST_UNSOLVED = 16;

  private final int features;
  private final double keep;
  private final double halfLifeNanos;
  private final FadingLeastSquares squares;
  private final ErrorByDemand errors = new ErrorByDemand(ERROR_MEMORY);

  /** The last requests, from which a scale is taken. */
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
   * @param log of the nanoseconds that it took
   * @return the logarithm that it would have predicted; not a number if it knew nothing
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

  /** Now and then, as it takes long: the first requests may have been absurd, all of them. */
  private boolean isTimeToLook() {
    return requests % (8L * lastLogs.length) == 0;
  }

  private boolean isTooCoarse() {
    return scale != null && scale.isTooCoarseFor(FeatureScale.of(lastFeatures));
  }

  /** Makes what was learned the fit. */
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

  /** By the features; leaves them as terms. */
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
   * Learns from a request whose terms are at hand.
   *
   * @param left the part that the fit does not explain, the level included
   * @param error of the prediction
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
    // First what is absurd by itself is drawn near, then what the others do not lead to expect.
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

  /** The median of how far the fit is from the last requests: two thirds of the deviation. */
  private double leftByLast() {
    double[] left = new double[lastLogs.length];
    for (int i = 0; i < left.length; i++) {
      left[i] = Math.abs(lastLogs[i] - explained(lastFeatures[i]));
    }
    Arrays.sort(left);
    return FeatureScale.median(left);
  }
}
