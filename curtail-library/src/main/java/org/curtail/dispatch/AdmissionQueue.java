package org.curtail.dispatch;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
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
  private final EnumMap<PriorityClass, Set<R>> byClass = new EnumMap<>(PriorityClass.class);

  private final TreeSet<R> byDeadline =
      new TreeSet<R>(
          Comparator.comparingLong(DispatchedRequest::deadlineNanos)
              .thenComparingLong(DispatchedRequest::id));

  private int size;

  AdmissionQueue() {
    for (PriorityClass priorityClass : PriorityClass.values()) {
      byClass.put(priorityClass, new LinkedHashSet<>());
    }
  }

  private Set<R> lineOf(R request) {
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
    try {
      lineOf(request).add(request);
    } catch (Throwable e) {
      byDeadline.remove(request);
      throw e;
    }
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

  /** Those of the most important class that waits, in order of arrival. */
  public Collection<R> foremost() {
    for (Set<R> line : byClass.values()) {
      if (!line.isEmpty()) {
        return line;
      }
    }
    return List.of();
  }

  /** Whose turn it is if nobody reorders the queue. */
  public @Nullable R first() {
    for (Set<R> line : byClass.values()) {
      if (!line.isEmpty()) {
        return line.iterator().next();
      }
    }
    return null;
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
    for (Set<R> line : byClass.values()) {
      line.removeIf(isOut);
      size += line.size();
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
    byClass.values().forEach(all::addAll);
    return all;
  }
}
