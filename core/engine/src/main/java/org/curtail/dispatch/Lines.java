package org.curtail.dispatch;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.TreeSet;
import org.curtail.PriorityClass;
import org.jspecify.annotations.Nullable;

/**
 * Requests without a thread: a {@link Line} for each class, and the deadlines of all of them. A
 * request stands in one line at a time. Joining and leaving a line take a constant time, changes of
 * deadlines a logarithmic one.
 */
final class Lines<R extends DispatchedRequest> {
  private final EnumMap<PriorityClass, Line<R>> byClass = new EnumMap<>(PriorityClass.class);

  /** The same, the more important first. */
  private final List<Line<R>> lines;

  /** Requests that have a deadline, the next first. */
  private final TreeSet<R> byDeadline =
      new TreeSet<R>(
          Comparator.comparingLong(DispatchedRequest::deadlineNanos)
              .thenComparingLong(DispatchedRequest::id));

  /** The first deadline of all; {@link DispatchedRequest#NEVER} if there is none. */
  long nextDeadlineNanos = DispatchedRequest.NEVER;

  Lines() {
    for (PriorityClass priorityClass : PriorityClass.values()) {
      byClass.put(priorityClass, new Line<>());
    }
    lines = List.copyOf(byClass.values());
  }

  private Line<R> of(PriorityClass priorityClass) {
    return requireNonNull(byClass.get(priorityClass));
  }

  boolean contains(R request) {
    return of(request.priorityClass()).contains(request);
  }

  /** Adds a request behind all others of its class. */
  void add(R request) {
    if (request.deadlineNanos() != DispatchedRequest.NEVER) {
      byDeadline.add(request);
      nextDeadlineNanos = Math.min(nextDeadlineNanos, request.deadlineNanos());
    }
    of(request.priorityClass()).add(request);
  }

  /** Returns false if the request is in none of these lines. */
  boolean remove(R request) {
    if (!of(request.priorityClass()).remove(request)) {
      return false;
    }
    if (request.deadlineNanos() != DispatchedRequest.NEVER) {
      byDeadline.remove(request);
      nextDeadlineNanos =
          byDeadline.isEmpty() ? DispatchedRequest.NEVER : byDeadline.first().deadlineNanos();
    }
    return true;
  }

  /** Returns a request whose deadline has passed; null if there is none. */
  @Nullable R expired(long nowNanos) {
    return nextDeadlineNanos > nowNanos ? null : byDeadline.first();
  }

  /** Returns the most important line that is not empty; an empty one if all are. */
  Line<R> foremost() {
    for (Line<R> line : lines) {
      if (line.first != null) {
        return line;
      }
    }
    return lines.getLast();
  }

  /** Returns the first request of the most important class; null if there is no request. */
  @Nullable R first() {
    return foremost().first;
  }

  /** Returns all requests, the more important first, each class in its order. */
  List<R> all() {
    var all = new ArrayList<R>();
    for (Line<R> line : lines) {
      for (R request = line.first; request != null; request = line.behind(request)) {
        all.add(request);
      }
    }
    return all;
  }

  /**
   * Requests in the order of joining. The requests themselves hold the links, so that joining and
   * leaving take a constant time, and a walk touches nothing else.
   */
  static final class Line<R extends DispatchedRequest> {
    @Nullable R first;
    @Nullable R last;

    boolean contains(R request) {
      return request.line == this;
    }

    /** Returns the request behind this one; null if it is the last. */
    @SuppressWarnings("unchecked") // Only requests of one line have links to each other.
    @Nullable R behind(R request) {
      return (R) request.behind;
    }

    @SuppressWarnings("unchecked")
    private @Nullable R ahead(R request) {
      return (R) request.ahead;
    }

    /** Adds a request behind all others. */
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

    /** Returns false if the request is not in this line. */
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
}
