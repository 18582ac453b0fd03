package org.curtail.opensearch.hedge;

import org.opensearch.cluster.node.DiscoveryNode;
import org.opensearch.node.ResponseCollectorService;
import org.opensearch.search.query.QuerySearchResult;

/**
 * What OpenSearch remembers of nodes, to choose copies by (adaptive replica selection). By itself
 * it would credit the node that was asked first with what the quicker one has done, and go on
 * asking it. Safe for all threads.
 */
final class ReplicaTimes {
  private final ResponseCollectorService known;

  ReplicaTimes(ResponseCollectorService known) {
    this.known = known;
  }

  /** A copy answered in the place of the first: its node is credited, and nobody else. */
  void answered(DiscoveryNode node, QuerySearchResult result, long nanos) {
    long serviceNanos = result.serviceTimeEWMA();
    if (serviceNanos > 0 && result.nodeQueueSize() >= 0) {
      known.addNodeStatistics(node.getId(), result.nodeQueueSize(), nanos, serviceNanos);
      result.serviceTimeEWMA(-1);
    }
  }

  /** A node had not answered after so long: it is at least so slow. */
  void late(DiscoveryNode node, long nanos) {
    known
        .getNodeStatistics(node.getId())
        .ifPresent(stats -> {
          if (nanos > stats.responseTime) {
            known.addNodeStatistics(node.getId(), stats.queueSize, nanos, (long) stats.serviceTime);
          }
        });
  }
}
