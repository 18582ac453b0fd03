package org.curtail.predict;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.LongAdder;
import org.curtail.Prediction;
import org.jspecify.annotations.Nullable;

/**
 * Predicts the demand of requests by learning from finished ones. A service describes each request
 * by a few numbers, such as the number of documents to read.
 *
 * <pre>{@code
 * var predictor = new DemandPredictor(2);
 * double[] features = {Math.log1p(documents), words};
 * Prediction said = predictor.predict(features, System.nanoTime());
 * Ticket<R> ticket = curtail.submit(work, RequestOptions.NONE.predicted(said));
 * ticket.completion().thenRun(() ->
 *     predictor.learn(
 *         features, ticket.timeline().demandNanos(), System.nanoTime()));
 * }</pre>
 *
 * <p>The model is linear: the logarithm of the demand is a sum of the features, each times a
 * learned coefficient. So if the demand is proportional to a number, give the logarithm of this
 * number. Prediction and truth of a request are compared before the predictor learns from it.
 * {@link Prediction#logError} is the error of requests of about this demand. {@link #quality} is
 * about all requests.
 *
 * <p>The predictor returns {@link Prediction#NONE} until it knows enough: 40 requests, or 3 for
 * each feature and 3 more, and then 20 requests to compare. The predictor also does so for a
 * request with a feature that is not finite, and when most of its knowledge is old. The weight of a
 * request fades with each later request and with time. A single absurd feature or demand changes
 * little, whatever it is.
 *
 * <p>Memory is bounded. Predicting takes no lock and makes one object. Learning takes some
 * microseconds and never waits: if a request ends while another thread learns, it is left out and
 * {@linkplain #passedOver counted}. The predictor has no clock, so the same calls give the same
 * predictions. Safe for all threads.
 */
public final class DemandPredictor {
  /** Default memory, in requests. */
  public static final int DEFAULT_MEMORY_REQUESTS = 2_000;

  /** Default time after which a request counts half. */
  public static final Duration DEFAULT_HALF_LIFE = Duration.ofHours(1);

  /** Most features of a request. */
  public static final int MOST_FEATURES = 64;

  /** Number of latest requests whose predictions are compared. */
  private static final int COMPARED = 1024;

  private final int features;
  private final double halfLifeNanos;
  private final AtomicBoolean learning = new AtomicBoolean();
  private final LongAdder passedOver = new LongAdder();
  private final AtomicLong learned = new AtomicLong();
  private final AtomicLong compared = new AtomicLong();

  /** Predicted and true logarithm in each slot, both as a float. */
  private final AtomicLongArray comparisons = new AtomicLongArray(COMPARED);

  /** Used only by the thread that is learning. */
  private final DemandModel model;

  private volatile @Nullable DemandFit fit;

  /**
   * A predictor with the default memory.
   *
   * @param features number of features of a request, 1 to {@link #MOST_FEATURES}
   */
  public DemandPredictor(int features) {
    this(features, DEFAULT_MEMORY_REQUESTS, DEFAULT_HALF_LIFE);
  }

  /**
   * A predictor with this memory. A short memory follows changes, a long one is more exact.
   *
   * @param features number of features of a request, 1 to {@link #MOST_FEATURES}
   * @param memoryRequests memory in requests, at least 100. With each later request, the weight of
   *     a request falls by the factor {@code 1 - 1/memoryRequests}
   * @param halfLife time after which a request counts half; positive
   */
  public DemandPredictor(int features, int memoryRequests, Duration halfLife) {
    if (features < 1 || features > MOST_FEATURES) {
      throw new IllegalArgumentException(
          "features must lie between 1 and %d: %d".formatted(MOST_FEATURES, features));
    }
    if (memoryRequests < 100) {
      throw new IllegalArgumentException("memoryRequests must be at least 100: " + memoryRequests);
    }
    if (halfLife.isZero() || halfLife.isNegative()) {
      throw new IllegalArgumentException("halfLife must be positive: " + halfLife);
    }
    this.features = features;
    this.halfLifeNanos = halfLife.getSeconds() * 1e9 + halfLife.getNano();
    this.model = new DemandModel(features, memoryRequests, halfLifeNanos);
  }

  /** Number of features of a request. */
  public int features() {
    return features;
  }

  /**
   * Predicts a request's demand before it runs.
   *
   * @param values its features; not kept
   * @param nowNanos the time, by any clock that all calls share
   * @return {@link Prediction#NONE} if nothing is known
   * @throws IllegalArgumentException if the number of features is wrong
   */
  public Prediction predict(double[] values, long nowNanos) {
    checkCount(values);
    DemandFit known = fit;
    if (known == null || !isFresh(known, nowNanos)) {
      return Prediction.NONE;
    }
    double logDemand = known.logDemand(values);
    return Double.isFinite(logDemand) ? known.prediction(logDemand) : Prediction.NONE;
  }

  private boolean isFresh(DemandFit known, long nowNanos) {
    double passedNanos = Math.max(0, (double) nowNanos - known.atNanos());
    double left = known.observations() * StrictMath.pow(2, -passedNanos / halfLifeNanos);
    return left >= DemandModel.least(features);
  }

  /**
   * Learns the demand of a request. Does nothing if a feature is not finite, or if the demand is
   * not positive.
   *
   * @param values its features; not kept
   * @param demandNanos time of the whole request on one thread; {@link
   *     org.curtail.runtime.Timeline#demandNanos} where threads lose little on each other
   * @param nowNanos the time, by the clock of all calls
   * @return true if the predictor has learned from it
   * @throws IllegalArgumentException if the number of features is wrong
   */
  public boolean learn(double[] values, long demandNanos, long nowNanos) {
    checkCount(values);
    if (demandNanos <= 0 || !areFinite(values)) {
      return false;
    }
    if (!learning.compareAndSet(false, true)) {
      passedOver.increment();
      return false;
    }
    try {
      double log = StrictMath.log((double) demandNanos);
      double predicted = model.learn(values, log, nowNanos);
      if (model.isDue()) {
        DemandFit solved = model.solved();
        if (model.isTried()) {
          fit = solved;
        }
      }
      compare(predicted, log);
    } finally {
      learning.set(false);
    }
    learned.incrementAndGet();
    return true;
  }

  private void compare(double logPredicted, double logTrue) {
    if (!Double.isNaN(logPredicted)) {
      long packed =
          (long) Float.floatToIntBits((float) logPredicted) << Integer.SIZE
              | Integer.toUnsignedLong(Float.floatToIntBits((float) logTrue));
      comparisons.set((int) (compared.get() % COMPARED), packed);
      compared.incrementAndGet();
    }
  }

  /** Number of requests that the predictor has learned from. */
  public long learned() {
    return learned.get();
  }

  /** Number of requests that were left out because another thread was learning. */
  public long passedOver() {
    return passedOver.sum();
  }

  /** Quality of the predictions of the latest requests, at most 1,024. */
  public PredictionQuality quality() {
    int count = (int) Math.min(compared.get(), COMPARED);
    double[] logPredicted = new double[count];
    double[] logTrue = new double[count];
    for (int i = 0; i < count; i++) {
      long packed = comparisons.get(i);
      logPredicted[i] = Float.intBitsToFloat((int) (packed >>> Integer.SIZE));
      logTrue[i] = Float.intBitsToFloat((int) packed);
    }
    return PredictionQuality.of(logPredicted, logTrue);
  }

  private void checkCount(double[] values) {
    if (values.length != features) {
      throw new IllegalArgumentException(
          "expected %d features, found %d".formatted(features, values.length));
    }
  }

  private static boolean areFinite(double[] values) {
    for (double value : values) {
      if (!Double.isFinite(value)) {
        return false;
      }
    }
    return true;
  }
}
