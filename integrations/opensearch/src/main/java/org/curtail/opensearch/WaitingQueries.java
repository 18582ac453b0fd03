package org.curtail.opensearch;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.NavigableSet;
import java.util.SequencedSet;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.curtail.PriorityClass;
import org.jspecify.annotations.Nullable;

/**
 * The waiting queries, by class, and throttled ones behind all classes. Of a class, the one of
 * least {@linkplain ShardQuery#BY_RANK rank} is next. If there are too many, the newest throttled
 * query leaves, else the newest query of the least important class, since older queries have waited
 * longer. Safe for all threads.
 */
final class WaitingQueries {
  /** The queries of a class, or throttled ones. */
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

  /** One for each class, the most important first; the last one for throttled queries. */
  private final List<Line> lines =
      IntStream.rangeClosed(0, PriorityClass.values().length).mapToObj(i -> new Line()).toList();

  @SuppressWarnings("EnumOrdinal") // The order of the classes is that of the lines.
  private Line of(ShardQuery query) {
    return query.isThrottled ? lines.getLast() : lines.get(query.options.priorityClass().ordinal());
  }

  /**
   * Adds a query.
   *
   * @param most maximum number of waiting queries
   * @return the query that left to make room, maybe the new one; null if there is room for all
   */
  synchronized @Nullable ShardQuery add(ShardQuery query, int most) {
    enter(query);
    if (size() <= most) {
      return null;
    }
    ShardQuery last = query;
    for (Line line : lines) {
      last = line.byArrival.isEmpty() ? last : line.byArrival.getLast();
    }
    remove(last);
    return last;
  }

  private void enter(ShardQuery query) {
    of(query).byArrival.add(query);
    of(query).like(query).add(query);
  }

  /** Changes whether a query is throttled; it may be waiting or not. */
  synchronized void throttle(ShardQuery query, boolean isThrottled) {
    if (query.isThrottled != isThrottled) {
      boolean wasWaiting = remove(query);
      query.isThrottled = isThrottled;
      if (wasWaiting) {
        enter(query);
      }
    }
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
    for (Line line : lines) {
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

  /** True if a query waits that is neither long nor throttled. */
  synchronized boolean hasShort() {
    for (int i = 0; i < lines.size() - 1; i++) {
      if (!lines.get(i).shortOnes.isEmpty()) {
        return true;
      }
    }
    return false;
  }

  synchronized int size() {
    int size = 0;
    for (Line line : lines) {
      size += line.byArrival.size();
    }
    return size;
  }

  /**
   * Returns all queries, more important classes first and throttled ones last, each class in order
   * of arrival.
   */
  synchronized List<ShardQuery> all() {
    var all = new ArrayList<ShardQuery>(size());
    lines.forEach(line -> all.addAll(line.byArrival));
    return all;
  }
}
