package org.curtail.dispatch;

import org.curtail.Load;
import org.curtail.Policy;
import org.curtail.Progress;

/** How urgently a request needs one thread more; the same for all of one choice. */
interface Ranking {
  /** Where nobody is asked. */
  Ranking EQUAL = progress -> 0;

  double priority(Progress progress);

  /** By a policy, under one load. */
  static Ranking by(Policy policy, Load load) {
    return progress -> policy.priority(progress, load);
  }

  /** How urgent it is that a request has a thread at all. */
  default double ofFirst(DispatchedRequest request, long nowNanos) {
    return priority(request.progress(nowNanos, 0));
  }

  /** Whether one request comes before another; of equal ones the other does. */
  default boolean goesFirst(DispatchedRequest one, DispatchedRequest other, long nowNanos) {
    return one.priorityClass() == other.priorityClass()
        ? priority(one.progress(nowNanos)) > priority(other.progress(nowNanos))
        : one.isMoreImportantThan(other);
  }
}
