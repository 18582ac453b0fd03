package org.curtail.hedge;

import org.curtail.reissue.Reissue;
import org.curtail.reissue.ReissuePolicy;
import org.curtail.reissue.live.SplitMix;

/**
 * A policy as calls read it: nanoseconds, and never sooner than the least delay. It may have a last
 * resort: when calls are due once more that have no copy by then. Immutable.
 */
final class Schedule {
  /** More than anybody needs, and few enough to be counted in a byte. */
  static final int MOST_ATTEMPTS = 100;

  /** Who asks in vain asks again after twice the time, so it must be more than nothing. */
  private static final long LEAST_RESORT_NANOS = 1_000_000;

  private final ReissuePolicy policy;
  private final long lastResortNanos;
  private final long[] delaysNanos;
  private final double[] probabilities;

  Schedule(ReissuePolicy policy, long leastDelayNanos) {
    this(policy, leastDelayNanos, HedgeTimer.NEVER);
  }

  /**
   * @param lastResortNanos {@link HedgeTimer#NEVER} if there is none
   */
  Schedule(ReissuePolicy policy, long leastDelayNanos, long lastResortNanos) {
    this.policy = policy;
    this.lastResortNanos = Math.max(lastResortNanos, Math.max(leastDelayNanos, LEAST_RESORT_NANOS));
    delaysNanos =
        policy.reissues().stream()
            .mapToLong(reissue -> Math.max(reissue.delayNanos(), leastDelayNanos))
            .toArray();
    probabilities = policy.reissues().stream().mapToDouble(Reissue::probability).toArray();
  }

  /**
   * @throws IllegalArgumentException if it has more attempts than are possible
   */
  static ReissuePolicy checked(ReissuePolicy policy) {
    if (policy.maxAttempts() > MOST_ATTEMPTS) {
      throw new IllegalArgumentException(
          "a policy may have at most %d attempts: %d"
              .formatted(MOST_ATTEMPTS, policy.maxAttempts()));
    }
    return policy;
  }

  ReissuePolicy policy() {
    return policy;
  }

  int reissues() {
    return delaysNanos.length;
  }

  int maxAttempts() {
    return 1 + delaysNanos.length;
  }

  long delayNanos(int reissue) {
    return delaysNanos[reissue];
  }

  /** Whether calls are due once more that have no copy. */
  boolean hasLastResort() {
    return lastResortNanos != HedgeTimer.NEVER;
  }

  /**
   * For how long a call has waited when it is asked for its last resort: twice as long each time.
   *
   * @param refusals how often it was refused
   */
  long lastResortNanos(int refusals) {
    boolean isTooLong = refusals >= Long.numberOfLeadingZeros(lastResortNanos) - 1;
    return isTooLong ? HedgeTimer.NEVER : lastResortNanos << refusals;
  }

  /**
   * The first reissue from this one on that the coin is for; {@link #reissues} if there is none.
   */
  int next(long coin, int from) {
    int reissue = from;
    while (reissue < probabilities.length
        && SplitMix.unit(coin, reissue) >= probabilities[reissue]) {
      reissue++;
    }
    return reissue;
  }
}
