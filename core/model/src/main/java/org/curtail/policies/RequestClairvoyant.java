package org.curtail.policies;

import org.curtail.Decision;
import org.curtail.Load;
import org.curtail.Policy;
import org.curtail.Progress;
import org.curtail.Traits;
import org.curtail.policy.FixedDegree;

/**
 * Request Clairvoyant, RC of the Few-to-Many paper (section 5). A request known to be long gets the
 * greatest degree from its start; any other gets one thread. The load has no influence. No
 * predictive policy with a fixed threshold is better, but other policies may be.
 *
 * <p>Requires every request's sequential time: {@link Progress#prediction}. With true predictions
 * it is the paper's RC, {@code clairvoyant-T} of {@link Policies}. With imperfect predictions it is
 * predictive parallelization (Jeon, Kim, Hwang, He, Elnikety, Cox, Rixner: Predictive
 * Parallelization: Taming Tail Latencies in Web Search, SIGIR'14), {@code predictive-T}. Requests
 * start when they arrive, as with {@link FixedDegree}.
 *
 * @param thresholdMs milliseconds from which requests are long; at least 1. The paper finds 225
 *     best for Lucene (section 6.2).
 * @param maxDegree degree of long requests, at least 1; the paper's is 4
 */
record RequestClairvoyant(int thresholdMs, int maxDegree) implements Policy {
  public RequestClairvoyant {
    if (thresholdMs < 1) {
      throw new IllegalArgumentException("thresholdMs must be at least 1: " + thresholdMs);
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
    boolean isLong = running.prediction().knownNanos() >= thresholdMs * 1_000_000L;
    return Decision.keep(isLong ? maxDegree : 1);
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
    return "%d threads for requests predicted to take %d ms or more, one for others"
        .formatted(maxDegree, thresholdMs);
  }
}
