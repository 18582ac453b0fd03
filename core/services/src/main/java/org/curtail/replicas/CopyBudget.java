package org.curtail.replicas;

/** Limit of a client's copies. */
public sealed interface CopyBudget {
  /** No limit. */
  CopyBudget UNLIMITED = new Unlimited();

  /** No limit. */
  record Unlimited() implements CopyBudget {}

  /**
   * A token bucket, full at first. Each request to a shard adds a fraction of a token, and each
   * copy takes a token.
   *
   * @param perRequest tokens added by a request: more than 0, finite
   * @param most capacity of the bucket in tokens: at least 1, finite
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
   * A token bucket with the load guard of a live client. The guard suppresses delayed copies while
   * calls are late at several replicas, or while nearly all calls are late ({@link
   * org.curtail.reissue.live.LateCalls}). So saved tokens are left for a single slow replica. The
   * live client's slower judgements, by failures, medians and the success of copies, are not
   * simulated.
   *
   * @param bucket limit of the copies
   * @param plannedShare share of the calls without an answer when their first copy is due; not
   *     positive if unknown
   */
  record Guarded(TokenBucket bucket, double plannedShare) implements CopyBudget {}
}
