package org.curtail.opensearch;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.opensearch.search.internal.SearchContext;

/** The shard queries that are on this node now, by their tasks. Safe for all threads. */
final class ShardQueries {
  private final Map<Long, ShardQuery> byTask = new ConcurrentHashMap<>();

  void add(ShardQuery query) {
    byTask.put(query.task.getId(), query);
  }

  /** Returns false if it is not here any more. */
  boolean remove(ShardQuery query) {
    return byTask.remove(query.task.getId(), query);
  }

  /** Null if it came in another way, such as the fetch phase of a query that has been answered. */
  @Nullable ShardQuery of(SearchContext context) {
    return context.getTask() == null ? null : byTask.get(context.getTask().getId());
  }
}
