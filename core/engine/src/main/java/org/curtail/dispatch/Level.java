package org.curtail.dispatch;

import java.util.Comparator;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Requests of one {@linkplain org.curtail.Policy#level level}. Changes take logarithmic time; the
 * oldest is at hand, since it is asked whenever a thread is free.
 */
final class Level<R extends DispatchedRequest> {
  private final TreeSet<R> byArrival =
      new TreeSet<>(Comparator.comparingLong(DispatchedRequest::id));

  private @Nullable R oldest;

  /** Null if there is none. */
  @Nullable R oldest() {
    return oldest;
  }

  boolean isEmpty() {
    return byArrival.isEmpty();
  }

  void add(R request) {
    byArrival.add(request);
    oldest = byArrival.first();
  }

  void remove(R request) {
    byArrival.remove(request);
    oldest = byArrival.isEmpty() ? null : byArrival.first();
  }
}
