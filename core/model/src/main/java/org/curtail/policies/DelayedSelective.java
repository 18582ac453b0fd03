package org.curtail.policies;

import org.curtail.Decision;
import org.curtail.Load;
import org.curtail.Policy;
import org.curtail.Prediction;
import org.curtail.Progress;
import org.curtail.Traits;

/**
 * Delayed, dynamic, selective prediction (Kim, He, Hwang, Elnikety, Choi: Delayed-Dynamic-Selective
 * (DDS) Prediction for Reducing Extreme Tail Latency in Web Search, WSDM'15). Every request begins
 * on one thread. After a delay, a request gets the greatest degree if its prediction is long or
 * very uncertain.
 *
 * <p>The paper predicts at the end of the delay, from the request's execution so far. The paper
 * also predicts the error of that prediction. Here both come with the request: {@link
 * Progress#prediction}, whose error in milliseconds is {@link Prediction#logError} times the
 * demand. Requests start when they arrive. {@link RequestClairvoyant} is this policy without delay
 * and error.
 *
 * @param delayMs milliseconds of execution on one thread; at least 0
 * @param thresholdMs predicted milliseconds above which a request is long; at least 0
 * @param errorThresholdMs predicted error in milliseconds above which a request counts as long too;
 *     at least 0
 * @param maxDegree degree of long requests, at least 1
 */
record DelayedSelective(int delayMs, int thresholdMs, int errorThresholdMs, int maxDegree)
    implements Policy {
  private static final long NANOS_PER_MS = 1_000_000;

  public DelayedSelective {
    if (delayMs < 0 || thresholdMs < 0 || errorThresholdMs < 0) {
      throw new IllegalArgumentException(
          "delay and thresholds must not be negative: delayMs=%d, thresholdMs=%d, errorThresholdMs=%d"
              .formatted(delayMs, thresholdMs, errorThresholdMs));
    }
    if (maxDegree < 1) {
      throw new IllegalArgumentException("maxDegree must be at least 1: " + maxDegree);
    }
  }

  /**
   * {@inheritDoc}
   *
   * @throws IllegalStateException if the request has no prediction
   */
  @Override
  public Decision decide(Progress running, Load load) {
    Prediction prediction = running.prediction();
    double demandMs = (double) prediction.knownNanos() / NANOS_PER_MS;
    boolean isLong = demandMs > thresholdMs || prediction.logError() * demandMs > errorThresholdMs;
    if (!isLong) {
      return Decision.keep(1);
    }
    long delayNanos = delayMs * NANOS_PER_MS;
    return running.executionNanos() < delayNanos
        ? new Decision(1, delayNanos)
        : Decision.keep(maxDegree);
  }

  @Override
  public Traits traits() {
    return Traits.NONE.needingPrediction(true);
  }

  @Override
  public int threads(int cores) {
    return UNLIMITED;
  }

  @Override
  public String description() {
    return "one thread for %d ms, then %d if predicted to take more than %d ms or to be off by more than %d ms"
        .formatted(delayMs, maxDegree, thresholdMs, errorThresholdMs);
  }
}
