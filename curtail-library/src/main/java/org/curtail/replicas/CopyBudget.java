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
}
