package org.curtail.opensearch;

import java.util.concurrent.atomic.AtomicReference;
import org.curtail.runtime.RequestOptions;
import org.jspecify.annotations.Nullable;
import org.opensearch.action.search.SearchShardTask;
import org.opensearch.core.index.shard.ShardId;

/** A query of one shard on this node, from its arrival to its answer. Safe for all threads. */
final class ShardQuery {
  final SearchShardTask task;
  final ShardId shard;

  /** What is said of it. */
  final RequestOptions options;

  /** Gives its place back; null as long as it has none. */
  private final AtomicReference<@Nullable Runnable> place = new AtomicReference<>();

  /** What it spends its time on. */
  final QueryTimes times = new QueryTimes();

  ShardQuery(SearchShardTask task, ShardId shard, RequestOptions options) {
    this.task = task;
    this.shard = shard;
    this.options = options;
  }

  /**
   * It has a place, until it {@linkplain #leave leaves}.
   *
   * @param giveBack called once then
   */
  void holds(Runnable giveBack) {
    place.set(giveBack);
  }

  /** It needs no place any more. */
  void leave() {
    Runnable giveBack = place.getAndSet(null);
    if (giveBack != null) {
      giveBack.run();
    }
  }
}
