package org.curtail.replicas;

/** How many copies a client may send beside first ones. A copy without budget is not sent. */
public sealed interface CopyBudget {
  /** As many as the policy wants. */
  CopyBudget UNLIMITED = new Unlimited();

  /** As many as the policy wants. */
  record Unlimited() implements CopyBudget {}

  /**
   * A token bucket, full at first: each request to a shard adds to it, each copy takes one.
   *
   * @param perRequest tokens that a request adds: more than 0, finite
   * @param most tokens that the bucket holds: at least 1, finite
   */
  record TokenBucket(double perRequest, double most) implements CopyBudget {
    public TokenBucket {
      if (!(perRequest > 0) || Double.isInfinite(perRequest)) {
        throw new IllegalArgumentException("perRequest must be positive and finite: " + perRequest);
      }
      if (!(most >= 1) || Double.isInfinite(most)) {
        throw new IllegalArgumentException("most must be at least 1 and finite: " + most);
      }
    }
  }

  /**
   * A token bucket that is spent as a live client does: copies are held back while calls are late
   * at several replicas at once, or nearly all calls are ({@link
   * org.curtail.reissue.live.LateCalls}). So tokens that were saved go to one slow replica. Copies
   * that wait for a delay are held back, others are not. What the live client judges within
   * seconds, by failures, medians and how copies fare, is not simulated.
   *
   * @param bucket what may be sent at most
   * @param plannedShare of the calls that come to their first copy without an answer; not positive
   *     if it is not known
   */
  record Guarded(TokenBucket bucket, double plannedShare) implements CopyBudget {}
}
