package org.curtail.policy;

import org.curtail.Decision;
import org.curtail.Load;
import org.curtail.Policy;
import org.curtail.Progress;

/**
 * The simplest incremental parallelism (Few-to-Many paper, section 3.3 and Figure 4): a request
 * starts on one thread and gains one each time a fixed interval of execution has passed, up to the
 * greatest degree. The paper shows 20, 100 and 500 ms, and that no interval suits every load.
 *
 * <p>Assumes nothing of the demand and does not look at the load. Requests start when they arrive,
 * as with {@link FixedDegree}.
 *
 * @param intervalMs milliseconds of execution between one thread and the next, fractions too; at
 *     least 0.001
 * @param maxDegree at least 1; the paper's is 4
 */
public record FixedInterval(double intervalMs, int maxDegree) implements Policy {
  private static final double LEAST_MS = 0.001;
  private static final double MOST_MS = 1e9;

  public FixedInterval {
    if (!(intervalMs >= LEAST_MS && intervalMs <= MOST_MS)) {
      throw new IllegalArgumentException(
          "intervalMs must lie between %s and %s: %s".formatted(LEAST_MS, MOST_MS, intervalMs));
    }
    if (maxDegree < 1) {
      throw new IllegalArgumentException("maxDegree must be at least 1: " + maxDegree);
    }
  }

  @Override
  public Decision decide(Progress running, Load load) {
    long intervalNanos = Math.round(intervalMs * 1e6);
    long intervals = running.executionNanos() / intervalNanos;
    return intervals < maxDegree - 1
        ? new Decision((int) intervals + 1, (intervals + 1) * intervalNanos)
        : Decision.keep(maxDegree);
  }

  @Override
  public int threads(int cores) {
    return UNLIMITED;
  }
}
