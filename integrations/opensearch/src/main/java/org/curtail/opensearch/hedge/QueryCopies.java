package org.curtail.opensearch.hedge;

import java.util.Comparator;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.opensearch.cluster.ClusterState;
import org.opensearch.cluster.node.DiscoveryNode;
import org.opensearch.cluster.node.DiscoveryNodes;
import org.opensearch.search.internal.ShardSearchRequest;
import org.opensearch.tasks.CancellableTask;
import org.opensearch.tasks.Task;
import org.opensearch.transport.TransportException;

/** Where a query of a shard may go, beside the node that is asked first. Safe for all threads. */
final class QueryCopies {
  private final Supplier<ClusterState> state;
  private final NodeArrivals arrivals;
  private final NearNodes near;
  private final QueryTransport transport;
  private final UnansweredQueries unanswered = new UnansweredQueries();

  QueryCopies(
      Supplier<ClusterState> state,
      NodeArrivals arrivals,
      NearNodes near,
      QueryTransport transport) {
    this.state = state;
    this.arrivals = arrivals;
    this.near = near;
    this.transport = transport;
  }

  /** What nodes owe. */
  UnansweredQueries unanswered() {
    return unanswered;
  }

  /** Whether there is one. */
  boolean hasOther(ShardSearchRequest request, String firstNodeId) {
    return others(request, firstNodeId).findAny().isPresent();
  }

  /**
   * Of those that were not asked yet the one with the fewest unanswered queries of this node, then
   * with the fewest other searches; of those that OpenSearch would ask before others, if there are
   * any.
   *
   * @param asked identifiers of nodes
   * @throws TransportException if there is none, or the search is over
   */
  DiscoveryNode next(ShardSearchRequest request, Set<?> asked, String firstNodeId) {
    DiscoveryNodes nodes = state.get().nodes();
    return others(request, firstNodeId)
        .filter(node -> !asked.contains(node.getId()))
        .min(
            Comparator.comparing((DiscoveryNode node) -> !near.has(node, nodes))
                .thenComparingInt(unanswered::of)
                .thenComparingLong(node -> transport.pending(node.getId())))
        .orElseThrow(() -> new TransportException("no other copy of " + request.shardId()));
  }

  private Stream<DiscoveryNode> others(ShardSearchRequest request, String firstNodeId) {
    Task search = transport.search(request.getParentTask());
    if (search == null || (search instanceof CancellableTask known && known.isCancelled())) {
      return Stream.empty();
    }
    long begunNanos = search.getStartTimeNanos();
    return QueryRules.otherCopies(request, firstNodeId, state.get()).stream()
        .filter(node -> arrivals.wasThere(node, begunNanos));
  }
}
