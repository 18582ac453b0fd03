package org.curtail.dispatch;

import java.util.Collection;
import org.curtail.Load;
import org.curtail.Policy;
import org.jspecify.annotations.Nullable;

/**
 * Shares all threads out anew, for a malleable policy: one to each running request, then one by one
 * to whom it is most urgent to have one more, the waiting request that is next among them.
 */
final class ShareOut<R extends DispatchedRequest> {
  private final Policy policy;
  private final int threads;

  ShareOut(Policy policy, int threads) {
    this.policy = policy;
    this.threads = threads;
  }

  /**
   * Sets all shares. Returns whether the request that is next has one.
   *
   * @param without for so many requests that have no thread, one is kept
   * @param next of those without; null if they get their threads in another way
   */
  boolean share(Collection<R> running, int without, @Nullable R next, Load load, long nowNanos) {
    int left = threads - without;
    for (R request : running) {
      // Who is to be set aside stays so.
      request.newShare = Math.min(request.share(), 1);
      request.priority = priorityOfOneMore(request, load, nowNanos);
      left--;
    }
    double nextPriority = next == null ? 0 : policy.priority(next.progress(nowNanos), load);
    boolean nextHasShare = false;
    while (left > 0) {
      R best = mostUrgent(running);
      boolean nextIsBest =
          next != null
              && !nextHasShare
              && (best == null
                  || next.isMoreImportantThan(best)
                  || (!best.isMoreImportantThan(next) && nextPriority > best.priority));
      if (nextIsBest) {
        nextHasShare = true;
      } else if (best != null) {
        best.newShare++;
        best.priority = priorityOfOneMore(best, load, nowNanos);
      } else {
        break;
      }
      left--;
    }
    for (R request : running) {
      request.share(request.newShare);
    }
    return nextHasShare;
  }

  private @Nullable R mostUrgent(Collection<R> running) {
    R best = null;
    for (R request : running) {
      if (request.newShare > 0
          && request.newShare < request.usableThreads()
          && (best == null
              || request.isMoreImportantThan(best)
              || (!best.isMoreImportantThan(request) && request.priority > best.priority))) {
        best = request;
      }
    }
    return best;
  }

  /** How urgently it needs a thread beyond its share. */
  private double priorityOfOneMore(R request, Load load, long nowNanos) {
    return request.newShare > 0 && request.newShare < request.usableThreads()
        ? policy.priority(request.progress(nowNanos, request.newShare), load)
        : 0;
  }
}
