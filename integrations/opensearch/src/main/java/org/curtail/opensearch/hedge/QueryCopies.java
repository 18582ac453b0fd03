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

/** Chooses other nodes for a query of a shard than the node asked first. Safe for all threads. */
final class QueryCopies {
  private final Supplier<ClusterState> state;
  private final NodeJoinTimes arrivals;
  private final PreferredNodes preferred;
  private final QueryTransport transport;
  private final UnansweredQueries unanswered = new UnansweredQueries();

  QueryCopies(
      Supplier<ClusterState> state,
      NodeJoinTimes arrivals,
      PreferredNodes preferred,
      QueryTransport transport) {
    this.state = state;
    this.arrivals = arrivals;
    this.preferred = preferred;
    this.transport = transport;
  }

  /** Unanswered attempts by node. */
  UnansweredQueries unanswered() {
    return unanswered;
  }

  /** True if there is another node for the query. */
  boolean hasOther(ShardSearchRequest request, String firstNodeId) {
    return others(request, firstNodeId).findAny().isPresent();
  }

  /**
   * Returns a node that was not asked yet: a preferred one if there is any, then with the fewest
   * unanswered queries of this node, then with the fewest other searches.
   *
   * @param asked identifiers of nodes
   * @throws TransportException if there is none, or the search is over
   */
  DiscoveryNode next(ShardSearchRequest request, Set<?> asked, String firstNodeId) {
    DiscoveryNodes nodes = state.get().nodes();
    return others(request, firstNodeId)
        .filter(node -> !asked.contains(node.getId()))
        .min(
            Comparator.comparing((DiscoveryNode node) -> !preferred.contains(node, nodes))
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
        .filter(node -> arrivals.hadJoined(node, begunNanos));
  }
}
