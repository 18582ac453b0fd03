package org.curtail.dispatch;

import java.util.Comparator;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Requests that have a deadline, the next first. Changes take logarithmic time. */
final class Deadlines<R extends DispatchedRequest> {
  private final TreeSet<R> byDeadline =
      new TreeSet<R>(
          Comparator.comparingLong(DispatchedRequest::deadlineNanos)
              .thenComparingLong(DispatchedRequest::id));

  /** The first of them; {@link DispatchedRequest#NEVER} if there is none. */
  long nextNanos = DispatchedRequest.NEVER;

  /** Leaves out those that have none. */
  void add(R request) {
    if (request.deadlineNanos() != DispatchedRequest.NEVER) {
      byDeadline.add(request);
      nextNanos = Math.min(nextNanos, request.deadlineNanos());
    }
  }

  void remove(R request) {
    if (request.deadlineNanos() != DispatchedRequest.NEVER) {
      byDeadline.remove(request);
      nextNanos =
          byDeadline.isEmpty() ? DispatchedRequest.NEVER : byDeadline.first().deadlineNanos();
    }
  }

  void clear() {
    byDeadline.clear();
    nextNanos = DispatchedRequest.NEVER;
  }

  /** One whose deadline has passed; null if there is none. */
  @Nullable R passed(long nowNanos) {
    return nextNanos > nowNanos ? null : byDeadline.first();
  }
}
