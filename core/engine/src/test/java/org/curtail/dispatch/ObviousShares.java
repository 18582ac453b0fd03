package org.curtail.dispatch;

import java.util.List;
import org.curtail.Load;
import org.curtail.Policy;

/** Threads shared out one by one, each to whom it is most urgent to have one more. */
final class ObviousShares {
  private ObviousShares() {}

  /**
   * The share of each. A request that is to be preempted has no share.
   *
   * @param running running requests in the order in which they started or continued
   * @param left threads beyond the first of each
   */
  static int[] of(List<SteppedRequest> running, Policy policy, Load load, int left, long nowNanos) {
    int[] shares =
        running.stream().mapToInt(request -> Math.min(request.threadLimit(), 1)).toArray();
    for (int given = 0; given < left; given++) {
      int best = -1;
      for (int i = 0; i < shares.length; i++) {
        if (couldUseMore(running.get(i), shares[i], policy.maxDegree())
            && (best < 0 || goesFirst(running, shares, i, best, policy, load, nowNanos))) {
          best = i;
        }
      }
      if (best >= 0) {
        shares[best]++;
      }
    }
    return shares;
  }

  private static boolean couldUseMore(SteppedRequest request, int share, int maxDegree) {
    int usable =
        request.degree > 0 && request.hasWork ? request.degree : Math.max(request.threads(), 1);
    return share > 0 && share < Math.min(usable, maxDegree);
  }

  private static boolean goesFirst(
      List<SteppedRequest> running,
      int[] shares,
      int one,
      int other,
      Policy policy,
      Load load,
      long nowNanos) {
    SteppedRequest first = running.get(one);
    SteppedRequest second = running.get(other);
    if (first.priorityClass() != second.priorityClass()) {
      return first.priorityClass().compareTo(second.priorityClass()) < 0;
    }
    double priority = policy.priority(first.progress(nowNanos, shares[one]), load);
    double otherPriority = policy.priority(second.progress(nowNanos, shares[other]), load);
    return priority > otherPriority
        || (priority == otherPriority && first.startOrder() < second.startOrder());
  }
}
