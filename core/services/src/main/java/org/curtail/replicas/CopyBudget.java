package org.curtail.replicas;

/** Limit of the copies that a client may send. A copy without budget is not sent. */
public sealed interface CopyBudget {
  /** As many as the policy wants. */
  CopyBudget UNLIMITED = new Unlimited();

  /** As many as the policy wants. */
  record Unlimited() implements CopyBudget {}

  /**
   * A token bucket, full at first: each request to a shard adds to it, each copy takes one token.
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
   * A token bucket spent as by a live client: copies are held back while calls are late at several
   * replicas at once, or nearly all calls are ({@link org.curtail.reissue.live.LateCalls}). Saved
   * tokens therefore go to a single slow replica. Only copies with a delay are held back. The live
   * client's other judgements, over seconds, by failures, medians and the success of copies, are
   * not simulated.
   *
   * @param bucket limit of the copies
   * @param plannedShare share of the calls without an answer when their first copy is due; not
   *     positive if unknown
   */
  record Guarded(TokenBucket bucket, double plannedShare) implements CopyBudget {}
}
