package org.curtail.opensearch;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.opensearch.search.internal.SearchContext;

/** The shard queries on this node now, by their tasks. Safe for all threads. */
final class ShardQueries {
  private final Map<Long, ShardQuery> byTask = new ConcurrentHashMap<>();

  void add(ShardQuery query) {
    byTask.put(query.task.getId(), query);
  }

  /** Removes a query; false if it is no longer here. */
  boolean remove(ShardQuery query) {
    return byTask.remove(query.task.getId(), query);
  }

  /**
   * Returns the query of a context; null if it arrived in another way, such as a fetch phase after
   * the query was answered.
   */
  @Nullable ShardQuery of(SearchContext context) {
    return context.getTask() == null ? null : byTask.get(context.getTask().getId());
  }
}
