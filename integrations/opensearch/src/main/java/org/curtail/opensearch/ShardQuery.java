package org.curtail.opensearch;

import java.util.Comparator;
import java.util.concurrent.atomic.AtomicReference;
import org.curtail.opensearch.kinds.ExpectedCost;
import org.curtail.runtime.RequestOptions;
import org.jspecify.annotations.Nullable;
import org.opensearch.action.search.SearchShardTask;
import org.opensearch.core.index.shard.ShardId;

/** A query of one shard on this node, from its arrival to its response. Safe for all threads. */
final class ShardQuery {
  /**
   * The order of waiting queries: by cost plus arrival. So a query waits for later queries at most
   * as long as it computes itself.
   */
  static final Comparator<ShardQuery> BY_RANK =
      ((Comparator<ShardQuery>) (a, b) -> Long.signum(a.rankNanos() - b.rankNanos()))
          .thenComparingLong(query -> query.task.getId()); // in order of arrival

  final SearchShardTask task;
  final ShardId shard;

  final RequestOptions options;
  final ExpectedCost cost;

  /** Releases its place; null while it has none. */
  private final AtomicReference<@Nullable Runnable> place = new AtomicReference<>();

  /** True if it goes before no other query; guarded by the waiting queries. */
  boolean isThrottled;

  final QueryTimes times = new QueryTimes();

  ShardQuery(SearchShardTask task, ShardId shard, RequestOptions options, ExpectedCost cost) {
    this.task = task;
    this.shard = shard;
    this.options = options;
    this.cost = cost;
  }

  /** Moment of the clock of {@code System.nanoTime}, whose readings may overflow. */
  private long rankNanos() {
    return times.arrivalNanos + cost.rankNanos();
  }

  /** True once it has waited for as long as it computes itself. */
  boolean hasWaitedForItsCost(long nowNanos) {
    return nowNanos - rankNanos() >= 0;
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
