package org.curtail.runtime;

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
import org.jspecify.annotations.Nullable;

/**
 * The requests that have not started: the more important first, then in order of arrival. All but
 * walking through them takes logarithmic time. Guarded by the dispatcher's lock.
 */
final class AdmissionQueue {
  private final EnumMap<PriorityClass, Set<Request<?, ?>>> byClass =
      new EnumMap<>(PriorityClass.class);

  private final TreeSet<Request<?, ?>> byDeadline =
      new TreeSet<>(
          Comparator.<Request<?, ?>>comparingLong(request -> request.deadlineNanos)
              .thenComparingLong(request -> request.id));

  private int size;

  AdmissionQueue() {
    for (PriorityClass priorityClass : PriorityClass.values()) {
      byClass.put(priorityClass, new LinkedHashSet<>());
    }
  }

  private Set<Request<?, ?>> lineOf(Request<?, ?> request) {
    return requireNonNull(byClass.get(request.priorityClass()));
  }

  int size() {
    return size;
  }

  boolean isEmpty() {
    return size == 0;
  }

  /** Does nothing if it throws, for want of memory. */
  void add(Request<?, ?> request) {
    if (request.deadlineNanos != Request.NEVER) {
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

  boolean contains(Request<?, ?> request) {
    return lineOf(request).contains(request);
  }

  /** Returns false if it does not wait. */
  boolean remove(Request<?, ?> request) {
    if (!lineOf(request).remove(request)) {
      return false;
    }
    size--;
    if (request.deadlineNanos != Request.NEVER) {
      byDeadline.remove(request);
    }
    return true;
  }

  /** Those of the most important class that waits, in order of arrival. */
  Collection<Request<?, ?>> foremost() {
    for (Set<Request<?, ?>> line : byClass.values()) {
      if (!line.isEmpty()) {
        return line;
      }
    }
    return List.of();
  }

  /** Whose turn it is if nobody reorders the queue. */
  @Nullable Request<?, ?> first() {
    for (Set<Request<?, ?>> line : byClass.values()) {
      if (!line.isEmpty()) {
        return line.iterator().next();
      }
    }
    return null;
  }

  /** One whose deadline has passed; null if there is none. */
  @Nullable Request<?, ?> expired(long nowNanos) {
    if (byDeadline.isEmpty() || byDeadline.first().deadlineNanos > nowNanos) {
      return null;
    }
    return byDeadline.first();
  }

  /** Takes out those that do not wait any more, of whom an error has left something here. */
  void removeIf(Predicate<Request<?, ?>> isOut) {
    size = 0;
    for (Set<Request<?, ?>> line : byClass.values()) {
      line.removeIf(isOut);
      size += line.size();
    }
    byDeadline.removeIf(isOut);
  }

  /** The next deadline of all; {@link Request#NEVER} if there is none. */
  long nextDeadlineNanos() {
    return byDeadline.isEmpty() ? Request.NEVER : byDeadline.first().deadlineNanos;
  }

  /** All of them, the more important first, then in order of arrival. */
  List<Request<?, ?>> all() {
    var all = new ArrayList<Request<?, ?>>(size);
    byClass.values().forEach(all::addAll);
    return all;
  }
}
