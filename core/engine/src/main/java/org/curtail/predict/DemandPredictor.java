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
 * <p>The logarithm of the demand is taken to be a sum of the features, each with a coefficient that
 * is learned. So give the logarithm of what the demand is proportional to. Prediction and truth of
 * a request are compared before it is learned from; {@link Prediction#logError} is what that has
 * shown of requests of about this demand, {@link #quality} says it of all.
 *
 * <p>It returns {@link Prediction#NONE} until it knows enough: 40 requests, or 3 for each feature,
 * and 20 more that it predicted for itself; also for a request with a feature that is not finite,
 * and when most of its knowledge has grown old. Requests fade with each one that comes and with
 * time. A single absurd feature or demand changes little, whatever it is.
 *
 * <p>Memory is bounded. Predicting takes no lock and makes one object; learning takes some
 * microseconds and never waits: a request that ends while another is learned from is passed over
 * and {@linkplain #passedOver counted}. Knows no clock: the same calls give the same predictions.
 * Safe for all threads.
 */
public final class DemandPredictor {
  /** For how many requests it remembers unless told otherwise. */
  public static final int DEFAULT_MEMORY_REQUESTS = 2_000;

  /** After this time a request counts half, unless told otherwise. */
  public static final Duration DEFAULT_HALF_LIFE = Duration.ofHours(1);

  /** No request is described by more numbers. */
  public static final int MOST_FEATURES = 64;

  /** Number of latest requests whose predictions are compared. */
  private static final int COMPARED = 1024;

  private final int features;
  private final double halfLifeNanos;
  private final AtomicBoolean learning = new AtomicBoolean();
  private final LongAdder passedOver = new LongAdder();
  private final AtomicLong learned = new AtomicLong();
  private final AtomicLong compared = new AtomicLong();

  /** Two logarithms a slot, predicted and true, each as a float. */
  private final AtomicLongArray comparisons = new AtomicLongArray(COMPARED);

  /** Used by the thread that is learning. */
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
   * With a memory of its own: short to follow changes, long to be exact.
   *
   * @param features how many numbers describe a request, 1 to {@link #MOST_FEATURES}
   * @param memoryRequests a request counts {@code 1 - 1/memoryRequests} of what it counted when the
   *     next one is learned from; at least 100
   * @param halfLife after this time it counts half; positive
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
   * Learns the demand of a request. Features that are not finite, and demands that are not
   * positive, are left out.
   *
   * @param values its features; not kept
   * @param demandNanos time of the whole request on one thread; {@link
   *     org.curtail.runtime.Timeline#demandNanos} where threads lose little on each other
   * @param nowNanos the time, by the clock of all calls
   * @return true if it was learned from
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

  /** Requests that were learned from. */
  public long learned() {
    return learned.get();
  }

  /** Requests that were not learned from because they ended while another was. */
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
