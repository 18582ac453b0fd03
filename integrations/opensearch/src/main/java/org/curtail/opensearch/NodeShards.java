package org.curtail.opensearch;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;
import org.jspecify.annotations.Nullable;
import org.opensearch.common.settings.Settings;
import org.opensearch.core.index.shard.ShardId;
import org.opensearch.index.shard.IndexEventListener;
import org.opensearch.index.shard.IndexShard;

/**
 * The shards of this node. One that nobody has searched for a while is not refreshed when documents
 * are written; the next query waits until it is, for a second as a rule. Safe for all threads.
 */
final class NodeShards implements IndexEventListener {
  private static final Logger LOG = LogManager.getLogger(NodeShards.class);

  private final ConcurrentHashMap<ShardId, IndexShard> shards = new ConcurrentHashMap<>();

  @Override
  public void afterIndexShardCreated(IndexShard shard) {
    shards.put(shard.shardId(), shard);
  }

  @Override
  public void beforeIndexShardClosed(
      ShardId id, @Nullable IndexShard shard, Settings indexSettings) {
    shards.remove(id);
  }

  /**
   * Goes on at once, or as soon as the shard has been refreshed, by another thread: a query that
   * waits for that needs no place on the engine.
   */
  void whenRefreshed(ShardId id, Runnable next) {
    IndexShard shard = shards.get(id);
    if (shard == null || !shard.hasRefreshPending()) {
      next.run();
      return;
    }
    var isGoingOn = new AtomicBoolean();
    try {
      shard.awaitShardSearchActive(forced -> {
        isGoingOn.set(true);
        next.run();
      });
    } catch (RuntimeException e) {
      if (isGoingOn.get()) {
        throw e;
      }
      LOG.debug("{} cannot be awaited; whoever queries it is told why", id, e);
      next.run();
    }
  }
}
