package org.curtail.hedge;

import org.curtail.reissue.Reissue;
import org.curtail.reissue.ReissuePolicy;
import org.curtail.reissue.live.SplitMix;

/**
 * A policy in nanoseconds for calls, with the least delay applied. It may have a last resort: a
 * further due time of calls without a copy. Immutable.
 */
final class Schedule {
  /** More than needed, and few enough to be counted in a byte. */
  static final int MOST_ATTEMPTS = 100;

  /** More than nothing, since a refused call tries again after twice the time. */
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

  /** True if calls without a copy are due once more. */
  boolean hasLastResort() {
    return lastResortNanos != HedgeTimer.NEVER;
  }

  /**
   * Returns the wait of a call before its last resort: twice as long after each refusal.
   *
   * @param refusals number of refusals
   */
  long lastResortNanos(int refusals) {
    boolean isTooLong = refusals >= Long.numberOfLeadingZeros(lastResortNanos) - 1;
    return isTooLong ? HedgeTimer.NEVER : lastResortNanos << refusals;
  }

  /** Returns the first reissue from this one on that the coin allows; {@link #reissues} if none. */
  int next(long coin, int from) {
    int reissue = from;
    while (reissue < probabilities.length
        && SplitMix.unit(coin, reissue) >= probabilities[reissue]) {
      reissue++;
    }
    return reissue;
  }
}
