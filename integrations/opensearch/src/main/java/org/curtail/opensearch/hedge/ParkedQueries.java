package org.curtail.opensearch.hedge;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.opensearch.core.index.shard.ShardId;
import org.opensearch.core.tasks.TaskId;
import org.opensearch.search.internal.ShardSearchRequest;

/**
 * Running attempts of failed queries. An attempt waits until OpenSearch tries its copy, a later try
 * is late, another attempt has answered, or the search is over. A node has at most one per shard.
 * Safe for all threads.
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
   * Removes and returns the attempt that does what OpenSearch is about to send; null if there is
   * none. Others of the same shard stay, since OpenSearch may still try their copies: if one were
   * cancelled now, a later query to its node could be cancelled instead.
   */
  @Nullable ParkedQuery take(ShardSearchRequest request, String nodeId) {
    return take(request, one -> one.isOn(nodeId));
  }

  /**
   * Removes and returns the oldest attempt of a query's shard on any node; null if there is none.
   */
  @Nullable ParkedQuery takeAny(ShardSearchRequest request) {
    return take(request, one -> true);
  }

  private @Nullable ParkedQuery take(ShardSearchRequest request, Predicate<ParkedQuery> which) {
    if (parked.isEmpty()) {
      return null;
    }
    var taken = new AtomicReference<@Nullable ParkedQuery>();
    parked.computeIfPresent(
        new Shard(request),
        (shard, known) -> {
          var left = new ArrayList<ParkedQuery>();
          for (ParkedQuery one : known) {
            if (one.hasFailed()) {
              continue;
            }
            if (taken.get() == null && which.test(one)) {
              taken.set(one);
            } else {
              left.add(one);
            }
          }
          return left.isEmpty() ? null : left;
        });
    return taken.get();
  }

  /** Identifiers of the nodes with attempts of a query's shard. */
  Set<String> nodes(ShardSearchRequest request) {
    if (parked.isEmpty()) {
      return Set.of();
    }
    return parked.getOrDefault(new Shard(request), List.of()).stream()
        .filter(one -> !one.hasFailed())
        .map(ParkedQuery::nodeId)
        .collect(Collectors.toSet());
  }

  /**
   * Discards the attempts of a shard that has its answer: OpenSearch asks no other copy any more.
   */
  void discard(ShardSearchRequest request) {
    List<ParkedQuery> known = parked.isEmpty() ? null : parked.remove(new Shard(request));
    if (known != null) {
      known.forEach(ParkedQuery::discard);
    }
  }

  /** Discards the attempts of finished searches. */
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
