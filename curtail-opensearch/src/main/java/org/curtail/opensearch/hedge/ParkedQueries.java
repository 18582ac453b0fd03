package org.curtail.opensearch.hedge;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.opensearch.core.index.shard.ShardId;
import org.opensearch.core.tasks.TaskId;
import org.opensearch.search.internal.ShardSearchRequest;

/**
 * Attempts that are under way though their query has failed: they wait for OpenSearch to try their
 * copy. Safe for all threads.
 */
final class ParkedQueries {
  private record Shard(TaskId search, ShardId shard) {
    Shard(ShardSearchRequest request) {
      this(request.getParentTask(), request.shardId());
    }
  }

  private final Map<Shard, List<ParkedQuery>> parked = new ConcurrentHashMap<>();

  void add(ParkedQuery one) {
    parked.merge(
        new Shard(one.request()),
        List.of(one),
        (known, more) -> {
          var all = new ArrayList<>(known);
          all.addAll(more);
          return all;
        });
  }

  /**
   * The one that does what OpenSearch is about to send; null if there is none. Others of the same
   * shard are discarded.
   */
  @Nullable ParkedQuery take(ShardSearchRequest request, String nodeId) {
    List<ParkedQuery> known = parked.isEmpty() ? null : parked.remove(new Shard(request));
    if (known == null) {
      return null;
    }
    ParkedQuery taken = null;
    for (ParkedQuery one : known) {
      if (taken == null && one.isOn(nodeId) && !one.hasFailed()) {
        taken = one;
      } else {
        one.discard();
      }
    }
    return taken;
  }

  /** Discards those of searches that are over. */
  void sweep(Predicate<TaskId> isOver) {
    parked.forEach((shard, ofIt) -> {
      if (isOver.test(shard.search()) && parked.remove(shard, ofIt)) {
        ofIt.forEach(ParkedQuery::discard);
      }
    });
  }

  int size() {
    return parked.size();
  }
}
