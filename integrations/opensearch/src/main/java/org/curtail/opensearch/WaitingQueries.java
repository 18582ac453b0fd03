package org.curtail.opensearch;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.SequencedSet;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import org.curtail.PriorityClass;
import org.jspecify.annotations.Nullable;

/**
 * The waiting queries, by class and in order of arrival. If there are too many, the newest query of
 * the least important class leaves, since older queries have waited longer. Safe for all threads.
 */
final class WaitingQueries {
  /** Only this number of a class's oldest queries is ranked to choose the next query. */
  private static final int MOST_RANKED = 1_000;

  private final Map<PriorityClass, SequencedSet<ShardQuery>> byClass =
      new EnumMap<>(PriorityClass.class);

  /** Number of waiting queries of all classes. */
  private int size;

  /** Number of those that are expected to be long. */
  private int longOnes;

  WaitingQueries() {
    for (PriorityClass one : PriorityClass.values()) {
      byClass.put(one, new LinkedHashSet<>());
    }
  }

  private SequencedSet<ShardQuery> of(PriorityClass one) {
    return requireNonNull(byClass.get(one));
  }

  /**
   * Adds a query.
   *
   * @param most maximum number of waiting queries
   * @return the query that left to make room, maybe the new one; null if there is room for all
   */
  synchronized @Nullable ShardQuery add(ShardQuery query, int most) {
    if (of(query.options.priorityClass()).add(query)) {
      count(query, 1);
    }
    if (size <= most) {
      return null;
    }
    ShardQuery last = query;
    for (SequencedSet<ShardQuery> ofClass : byClass.values()) {
      last = ofClass.isEmpty() ? last : ofClass.getLast();
    }
    remove(last);
    return last;
  }

  /**
   * Removes a query. Only the caller that gets true may end the query.
   *
   * @return false if the query was not waiting
   */
  synchronized boolean remove(ShardQuery query) {
    boolean isRemoved = of(query.options.priorityClass()).remove(query);
    if (isRemoved) {
      count(query, -1);
    }
    return isRemoved;
  }

  private void count(ShardQuery query, int change) {
    size += change;
    longOnes += query.cost.isLong() ? change : 0;
  }

  /**
   * Removes and returns the next query: of the most important class that has one that may begin,
   * the one of least rank, and of equal ones the oldest. Null if none may begin.
   *
   * @param rank finite or infinite, but not NaN
   */
  synchronized @Nullable ShardQuery poll(
      Predicate<ShardQuery> mayBegin, ToDoubleFunction<ShardQuery> rank) {
    for (SequencedSet<ShardQuery> ofClass : byClass.values()) {
      ShardQuery next = null;
      double least = Double.POSITIVE_INFINITY;
      int looked = 0;
      for (ShardQuery query : ofClass) {
        if (++looked > MOST_RANKED) {
          break;
        }
        double its = rank.applyAsDouble(query);
        if ((next == null || its < least) && mayBegin.test(query)) {
          next = query;
          least = its;
        }
      }
      if (next != null) {
        remove(next);
        return next;
      }
    }
    return null;
  }

  /** True if a query waits that is not long. */
  synchronized boolean hasShort() {
    return size > longOnes;
  }

  synchronized int size() {
    return size;
  }

  /** Returns all queries, more important classes first, each class in order of arrival. */
  synchronized List<ShardQuery> all() {
    var all = new ArrayList<ShardQuery>(size);
    byClass.values().forEach(all::addAll);
    return all;
  }
}
