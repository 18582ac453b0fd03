package org.curtail.dispatch;

import org.curtail.Load;
import org.curtail.Policy;
import org.curtail.Progress;

/** The urgency of one more thread for a request; the same ranking serves all of one choice. */
interface Ranking {
  /** All requests are equal, and no policy is asked. */
  Ranking EQUAL = progress -> 0;

  double priority(Progress progress);

  /** By a policy, under one load. */
  static Ranking by(Policy policy, Load load) {
    return progress -> policy.priority(progress, load);
  }

  /** The urgency of a request's first thread. */
  default double ofFirst(DispatchedRequest request, long nowNanos) {
    return priority(request.progress(nowNanos, 0));
  }

  /** True if one request comes before another; of equal ones, the other does. */
  default boolean goesFirst(DispatchedRequest one, DispatchedRequest other, long nowNanos) {
    return one.priorityClass() == other.priorityClass()
        ? priority(one.progress(nowNanos)) > priority(other.progress(nowNanos))
        : one.isMoreImportantThan(other);
  }
}
