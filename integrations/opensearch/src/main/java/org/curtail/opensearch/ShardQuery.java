package org.curtail.opensearch;

import java.util.concurrent.atomic.AtomicReference;
import org.curtail.opensearch.kinds.ExpectedCost;
import org.curtail.runtime.RequestOptions;
import org.jspecify.annotations.Nullable;
import org.opensearch.action.search.SearchShardTask;
import org.opensearch.core.index.shard.ShardId;

/** A query of one shard on this node, from its arrival to its response. Safe for all threads. */
final class ShardQuery {
  final SearchShardTask task;
  final ShardId shard;

  final RequestOptions options;
  final ExpectedCost cost;

  /** Releases its place; null while it has none. */
  private final AtomicReference<@Nullable Runnable> place = new AtomicReference<>();

  final QueryTimes times = new QueryTimes();

  ShardQuery(SearchShardTask task, ShardId shard, RequestOptions options, ExpectedCost cost) {
    this.task = task;
    this.shard = shard;
    this.options = options;
    this.cost = cost;
  }

  /**
   * Sets its place, which it holds until {@link #releasePlace}.
   *
   * @param giveBack runs once then
   */
  void holdPlace(Runnable giveBack) {
    place.set(giveBack);
  }

  /** Releases its place, if it has one. */
  void releasePlace() {
    Runnable giveBack = place.getAndSet(null);
    if (giveBack != null) {
      giveBack.run();
    }
  }
}
