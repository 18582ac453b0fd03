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
 * Who waits, by class and in order of arrival. If there are too many, the newest of the least
 * important class leaves: who has waited has the better claim. Safe for all threads.
 */
final class WaitingQueries {
  private final Map<PriorityClass, SequencedSet<ShardQuery>> byClass =
      new EnumMap<>(PriorityClass.class);

  /** In all classes. */
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
   * One comes and waits.
   *
   * @param most that may wait
   * @return who has left for that, or the new one if nobody is less important; null if there is
   *     room for all
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

  /** It waits no more. Returns false if it did not wait: whoever is told true decides its end. */
  synchronized boolean remove(ShardQuery query) {
    boolean isRemoved = of(query.options.priorityClass()).remove(query);
    size -= isRemoved ? 1 : 0;
    return isRemoved;
  }

  /** The next one, which waits no more; null if nobody waits. */
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

  /** All, the more important first, each class in order of arrival. */
  synchronized List<ShardQuery> all() {
    var all = new ArrayList<ShardQuery>(size);
    byClass.values().forEach(all::addAll);
    return all;
  }
}
