package org.curtail.hedge;

import org.curtail.reissue.Reissue;
import org.curtail.reissue.ReissuePolicy;
import org.curtail.reissue.live.SplitMix;

/**
 * A policy in nanoseconds, with the least delay applied. A schedule may have a last resort: a later
 * due time for calls without a copy. Immutable.
 */
final class Schedule {
  /** Limit of attempts, so that a byte can count them. */
  static final int MOST_ATTEMPTS = 100;

  /** Least delay of the last resort. Each refusal doubles this delay, so it is not 0. */
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
   * @throws IllegalArgumentException if the policy has more than 100 attempts
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

  boolean hasLastResort() {
    return lastResortNanos != HedgeTimer.NEVER;
  }

  /**
   * Returns the delay of the last resort, which doubles with each refusal.
   *
   * @param refusals number of refusals
   */
  long lastResortNanos(int refusals) {
    boolean isTooLong = refusals >= Long.numberOfLeadingZeros(lastResortNanos) - 1;
    return isTooLong ? HedgeTimer.NEVER : lastResortNanos << refusals;
  }

  /**
   * Returns the first reissue, beginning with {@code from}, that the coin allows; {@link #reissues}
   * if none.
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
