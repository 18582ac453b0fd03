package org.curtail.dispatch;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.curtail.PriorityClass;
import org.jspecify.annotations.Nullable;

/**
 * The requests that have not started: the more important first, then in order of arrival. All but
 * walking through them takes logarithmic time.
 *
 * @param <R> the requests
 */
public final class AdmissionQueue<R extends DispatchedRequest> {
  private final EnumMap<PriorityClass, Line<R>> byClass = new EnumMap<>(PriorityClass.class);

  /** The same, in the order of their classes. */
  private final List<Line<R>> lines;

  private final TreeSet<R> byDeadline =
      new TreeSet<R>(
          Comparator.comparingLong(DispatchedRequest::deadlineNanos)
              .thenComparingLong(DispatchedRequest::id));

  private int size;

  AdmissionQueue() {
    for (PriorityClass priorityClass : PriorityClass.values()) {
      byClass.put(priorityClass, new Line<>());
    }
    lines = List.copyOf(byClass.values());
  }

  private Line<R> lineOf(R request) {
    return requireNonNull(byClass.get(request.priorityClass()));
  }

  public int size() {
    return size;
  }

  public boolean isEmpty() {
    return size == 0;
  }

  /** Does nothing if it throws, for want of memory. */
  public void add(R request) {
    if (request.deadlineNanos() != DispatchedRequest.NEVER) {
      byDeadline.add(request);
    }
    lineOf(request).add(request);
    size++;
  }

  public boolean contains(R request) {
    return lineOf(request).contains(request);
  }

  /** Returns false if it does not wait. */
  public boolean remove(R request) {
    if (!lineOf(request).remove(request)) {
      return false;
    }
    size--;
    if (request.deadlineNanos() != DispatchedRequest.NEVER) {
      byDeadline.remove(request);
    }
    return true;
  }

  /** Those of the most important class that waits; empty if nobody waits. */
  Line<R> foremost() {
    for (Line<R> line : lines) {
      if (!line.isEmpty()) {
        return line;
      }
    }
    return lines.getLast();
  }

  /** Whose turn it is if nobody reorders the queue. */
  public @Nullable R first() {
    return foremost().first();
  }

  /** One whose deadline has passed; null if there is none. */
  public @Nullable R expired(long nowNanos) {
    if (byDeadline.isEmpty() || byDeadline.first().deadlineNanos() > nowNanos) {
      return null;
    }
    return byDeadline.first();
  }

  /** Takes out those that do not wait any more, of whom an error has left something here. */
  void removeIf(Predicate<R> isOut) {
    size = 0;
    for (Line<R> line : lines) {
      size += line.removeIf(isOut);
    }
    byDeadline.removeIf(isOut);
  }

  /** The next deadline of all; {@link DispatchedRequest#NEVER} if there is none. */
  public long nextDeadlineNanos() {
    return byDeadline.isEmpty() ? DispatchedRequest.NEVER : byDeadline.first().deadlineNanos();
  }

  /** All of them, the more important first, then in order of arrival. */
  public List<R> all() {
    var all = new ArrayList<R>(size);
    for (Line<R> line : lines) {
      for (R request = line.first(); request != null; request = line.behind(request)) {
        all.add(request);
      }
    }
    return all;
  }
}
