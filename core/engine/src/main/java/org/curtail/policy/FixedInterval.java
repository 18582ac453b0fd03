package org.curtail.policy;

import java.math.BigDecimal;
import org.curtail.Decision;
import org.curtail.Load;
import org.curtail.Policy;
import org.curtail.Progress;

/**
 * The simplest incremental parallelism (Few-to-Many paper, section 3.3 and Figure 4). A request
 * starts on one thread. The request gains one more after each fixed interval of execution, up to
 * the greatest degree. The paper shows intervals of 20, 100 and 500 ms, and that no interval is
 * good at every load.
 *
 * <p>The policy assumes nothing about the demand, and does not depend on the load. Requests start
 * when they arrive, as with {@link FixedDegree}.
 *
 * @param intervalMs milliseconds of execution between one thread and the next, fractions too; at
 *     least a nanosecond
 * @param maxDegree greatest degree, at least 1; 4 in the paper
 */
public record FixedInterval(double intervalMs, int maxDegree) implements Policy {
  /** Longest interval: a day, because no request runs longer. */
  private static final double MOST_MS = 24 * 3600 * 1e3;

  public FixedInterval {
    if (!(intervalMs >= 1e-6 && intervalMs <= MOST_MS)) {
      throw new IllegalArgumentException(
          "intervalMs must be from 0.000001 to %.0f: %s".formatted(MOST_MS, intervalMs));
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

  @Override
  public String description() {
    return "one thread a request, and one more every %s ms, up to %d"
        .formatted(BigDecimal.valueOf(intervalMs).stripTrailingZeros().toPlainString(), maxDegree);
  }
}
