package org.curtail.opensearch;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.SequencedSet;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.curtail.PriorityClass;
import org.jspecify.annotations.Nullable;

/**
 * The waiting queries, by class. Of a class, the one of least {@linkplain ShardQuery#BY_RANK rank}
 * is next. If there are too many, the newest query of the least important class leaves, since older
 * queries have waited longer. Safe for all threads.
 */
final class WaitingQueries {
  /** The queries of a class. */
  private record Line(
      SequencedSet<ShardQuery> byArrival,
      NavigableSet<ShardQuery> shortOnes,
      NavigableSet<ShardQuery> longOnes) {
    Line() {
      this(
          new LinkedHashSet<>(),
          new TreeSet<>(ShardQuery.BY_RANK),
          new TreeSet<>(ShardQuery.BY_RANK));
    }

    NavigableSet<ShardQuery> like(ShardQuery query) {
      return query.cost.isLong() ? longOnes : shortOnes;
    }
  }

  private final Map<PriorityClass, Line> lines = new EnumMap<>(PriorityClass.class);

  WaitingQueries() {
    for (PriorityClass one : PriorityClass.values()) {
      lines.put(one, new Line());
    }
  }

  private Line of(ShardQuery query) {
    return requireNonNull(lines.get(query.options.priorityClass()));
  }

  /**
   * Adds a query.
   *
   * @param most maximum number of waiting queries
   * @return the query that left to make room, maybe the new one; null if there is room for all
   */
  synchronized @Nullable ShardQuery add(ShardQuery query, int most) {
    of(query).byArrival.add(query);
    of(query).like(query).add(query);
    if (size() <= most) {
      return null;
    }
    ShardQuery last = query;
    for (Line line : lines.values()) {
      last = line.byArrival.isEmpty() ? last : line.byArrival.getLast();
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
    of(query).like(query).remove(query);
    return of(query).byArrival.remove(query);
  }

  /**
   * Removes and returns the next query: of the most important class that has one that may begin,
   * the one of least rank. Null if none may begin.
   *
   * @param mayBegin if it refuses the short query of least rank in a class, it would refuse all
   *     short ones of that class; and the same of long ones
   */
  synchronized @Nullable ShardQuery poll(Predicate<ShardQuery> mayBegin) {
    for (Line line : lines.values()) {
      ShardQuery next =
          Stream.of(line.shortOnes, line.longOnes)
              .filter(ones -> !ones.isEmpty())
              .map(NavigableSet::first)
              .filter(mayBegin)
              .min(ShardQuery.BY_RANK)
              .orElse(null);
      if (next != null) {
        remove(next);
        return next;
      }
    }
    return null;
  }

  /** True if a query waits that is not long. */
  synchronized boolean hasShort() {
    return lines.values().stream().anyMatch(line -> !line.shortOnes.isEmpty());
  }

  synchronized int size() {
    int size = 0;
    for (Line line : lines.values()) {
      size += line.byArrival.size();
    }
    return size;
  }

  /** Returns all queries, more important classes first, each class in order of arrival. */
  synchronized List<ShardQuery> all() {
    var all = new ArrayList<ShardQuery>(size());
    lines.values().forEach(line -> all.addAll(line.byArrival));
    return all;
  }
}
