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
 * Attempts that are under way though their query has failed: they wait for OpenSearch to try their
 * copy or a later try to be late, until another one has answered or the search is over. A node has
 * one of a shard at most. Safe for all threads.
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
   * shard stay, since OpenSearch may try their copies yet: if one were cancelled now, the query
   * that comes after it to its node could be cancelled in its place.
   */
  @Nullable ParkedQuery take(ShardSearchRequest request, String nodeId) {
    return take(request, one -> one.isOn(nodeId));
  }

  /** One of a query's shard, on any node, the one that is under way for the longest; or null. */
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

  /** Where those of a query's shard are under way, by the identifiers of nodes. */
  Set<String> nodes(ShardSearchRequest request) {
    if (parked.isEmpty()) {
      return Set.of();
    }
    return parked.getOrDefault(new Shard(request), List.of()).stream()
        .filter(one -> !one.hasFailed())
        .map(ParkedQuery::nodeId)
        .collect(Collectors.toSet());
  }

  /** Those of a query's shard, which has its answer: OpenSearch asks no other copy any more. */
  void discard(ShardSearchRequest request) {
    List<ParkedQuery> known = parked.isEmpty() ? null : parked.remove(new Shard(request));
    if (known != null) {
      known.forEach(ParkedQuery::discard);
    }
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
