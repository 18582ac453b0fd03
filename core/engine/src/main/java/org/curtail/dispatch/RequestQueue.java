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
 * Requests without a thread: the more important first, then in the order of joining. A request
 * stands in one queue at a time. A change takes a constant time; for a request with a deadline, a
 * logarithmic one.
 *
 * @param <R> the requests
 */
public final class RequestQueue<R extends DispatchedRequest> {
  private boolean reorders;

  private final EnumMap<PriorityClass, Line<R>> byClass = new EnumMap<>(PriorityClass.class);

  /** The lines of {@link #byClass}, the most important first. */
  private final List<Line<R>> lines;

  /** Requests that have a deadline, the next first. */
  private final TreeSet<R> byDeadline =
      new TreeSet<R>(
          Comparator.comparingLong(DispatchedRequest::deadlineNanos)
              .thenComparingLong(DispatchedRequest::id));

  private long nextDeadlineNanos = DispatchedRequest.NEVER;

  int size;

  /**
   * An empty queue.
   *
   * @param reorders true if {@link #next} chooses by priority instead of the order of joining
   */
  RequestQueue(boolean reorders) {
    this.reorders = reorders;
    for (PriorityClass priorityClass : PriorityClass.values()) {
      byClass.put(priorityClass, new Line<>());
    }
    lines = List.copyOf(byClass.values());
  }

  /** Lets {@link #next} choose by priority from now on, or by the order of joining. */
  void reorder(boolean byPriority) {
    reorders = byPriority;
  }

  private Line<R> line(R request) {
    return requireNonNull(byClass.get(request.priorityClass()));
  }

  public int size() {
    return size;
  }

  public boolean isEmpty() {
    return size == 0;
  }

  /** Adds a request behind all others of its class. */
  public void add(R request) {
    if (request.deadlineNanos() != DispatchedRequest.NEVER) {
      byDeadline.add(request);
      nextDeadlineNanos = Math.min(nextDeadlineNanos, request.deadlineNanos());
    }
    line(request).add(request);
    size++;
  }

  public boolean contains(R request) {
    return line(request).contains(request);
  }

  /** Removes a request. Returns false if this queue does not contain it. */
  public boolean remove(R request) {
    if (!line(request).remove(request)) {
      return false;
    }
    if (request.deadlineNanos() != DispatchedRequest.NEVER) {
      byDeadline.remove(request);
      nextDeadlineNanos =
          byDeadline.isEmpty() ? DispatchedRequest.NEVER : byDeadline.first().deadlineNanos();
    }
    size--;
    return true;
  }

  /** Returns the first request of the most important class; null if the queue is empty. */
  public @Nullable R first() {
    return foremost().first;
  }

  /** Returns the most important line that is not empty; an empty line if all are empty. */
  private Line<R> foremost() {
    for (Line<R> line : lines) {
      if (line.first != null) {
        return line;
      }
    }
    return lines.getLast();
  }

  /** Returns the request that gets a thread next; null if the queue is empty. */
  @Nullable R next(Allocator.Ranking ranking, long nowNanos) {
    return reorders ? mostUrgent(ranking, nowNanos) : first();
  }

  /**
   * Returns the last request whose arrival may have changed the {@link #next} one; null if the
   * queue is empty.
   */
  @Nullable R mayHaveChangedNext() {
    return reorders ? foremost().last : first();
  }

  /**
   * Returns the request of the most important class with the greatest priority; of equal ones, the
   * first.
   */
  private @Nullable R mostUrgent(Allocator.Ranking ranking, long nowNanos) {
    R best = null;
    double greatest = 0;
    Line<R> line = foremost();
    for (R request = line.first; request != null; request = line.behind(request)) {
      double priority = ranking.priority(request.progress(nowNanos));
      if (best == null || priority > greatest) {
        best = request;
        greatest = priority;
      }
    }
    return best;
  }

  /** Returns a request whose deadline has passed; null if there is none. */
  public @Nullable R expired(long nowNanos) {
    return nextDeadlineNanos > nowNanos ? null : byDeadline.first();
  }

  /** The earliest deadline in the queue; {@link DispatchedRequest#NEVER} if there is none. */
  public long nextDeadlineNanos() {
    return nextDeadlineNanos;
  }

  /** Returns all requests, the more important first, then in the order of joining. */
  public List<R> all() {
    var all = new ArrayList<R>(size);
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

    /** Removes a request. Returns false if it is not in this line. */
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
