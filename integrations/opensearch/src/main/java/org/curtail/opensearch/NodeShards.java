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
 * The shards of this node. OpenSearch does not refresh a shard without recent searches when
 * documents are written; the next query waits for a refresh, usually for a second. Safe for all
 * threads.
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
   * Runs {@code next} at once, or on another thread after the shard's refresh. A query that waits
   * for a refresh needs no place on the engine.
   */
  void whenRefreshed(ShardId id, Runnable next) {
    IndexShard shard = shards.get(id);
    if (shard == null || !shard.hasRefreshPending()) {
      next.run();
      return;
    }
    var hasContinued = new AtomicBoolean();
    try {
      shard.awaitShardSearchActive(forced -> {
        hasContinued.set(true);
        next.run();
      });
    } catch (RuntimeException e) {
      if (hasContinued.get()) {
        throw e;
      }
      LOG.debug("cannot wait for the refresh of {}; the query itself will report why", id, e);
      next.run();
    }
  }
}
