package org.curtail.dispatch;

import org.jspecify.annotations.Nullable;

/**
 * Requests in the order in which they came. The requests themselves hold the links, so that joining
 * and leaving take a constant time, and walking touches nothing else. A request stands in one line
 * at a time.
 */
final class Line<R extends DispatchedRequest> {
  /** Null if nobody stands here. */
  @Nullable R first;

  /** Null if nobody stands here. */
  @Nullable R last;

  boolean contains(R request) {
    return request.line == this;
  }

  /** Who stands behind this one; null if it is the last. */
  @SuppressWarnings("unchecked") // Only those that were added have links to each other.
  @Nullable R behind(R request) {
    return (R) request.behind;
  }

  @SuppressWarnings("unchecked")
  private @Nullable R ahead(R request) {
    return (R) request.ahead;
  }

  /** Stands behind all others from now on. */
  void add(R request) {
    request.line = this;
    request.ahead = last;
    if (last == null) {
      first = request;
    } else {
      last.behind = request;
    }
    last = request;
  }

  /** Returns false if it does not stand here. */
  boolean remove(R request) {
    if (!contains(request)) {
      return false;
    }
    R ahead = ahead(request);
    R behind = behind(request);
    if (ahead == null) {
      first = behind;
    } else {
      ahead.behind = behind;
    }
    if (behind == null) {
      last = ahead;
    } else {
      behind.ahead = ahead;
    }
    request.line = null;
    request.ahead = null;
    request.behind = null;
    return true;
  }
}
