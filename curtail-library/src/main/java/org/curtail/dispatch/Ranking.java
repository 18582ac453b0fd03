package org.curtail.dispatch;

import org.curtail.Progress;

/** How urgently a request needs one thread more; the same for all of one choice. */
interface Ranking {
  double priority(Progress progress);

  /** Whether one request comes before another; of equal ones the other does. */
  default boolean goesFirst(DispatchedRequest one, DispatchedRequest other, long nowNanos) {
    return one.priorityClass() == other.priorityClass()
        ? priority(one.progress(nowNanos)) > priority(other.progress(nowNanos))
        : one.isMoreImportantThan(other);
  }
}
