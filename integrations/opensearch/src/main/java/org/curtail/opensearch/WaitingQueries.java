package org.curtail.opensearch;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.SequencedSet;
import org.curtail.PriorityClass;
import org.jspecify.annotations.Nullable;

/**
 * The waiting queries, by class and in order of arrival. If there are too many, the newest query of
 * the least important class leaves, since older ones have waited longer. Safe for all threads.
 */
final class WaitingQueries {
  private final Map<PriorityClass, SequencedSet<ShardQuery>> byClass =
      new EnumMap<>(PriorityClass.class);

  /** Size over all classes. */
  private int size;

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
    size += of(query.options.priorityClass()).add(query) ? 1 : 0;
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
   * Removes a query; false if it was not waiting. Only the caller that gets true may end the query.
   */
  synchronized boolean remove(ShardQuery query) {
    boolean isRemoved = of(query.options.priorityClass()).remove(query);
    size -= isRemoved ? 1 : 0;
    return isRemoved;
  }

  /** Removes and returns the next query; null if none waits. */
  synchronized @Nullable ShardQuery poll() {
    for (SequencedSet<ShardQuery> ofClass : byClass.values()) {
      if (!ofClass.isEmpty()) {
        size--;
        return ofClass.removeFirst();
      }
    }
    return null;
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
