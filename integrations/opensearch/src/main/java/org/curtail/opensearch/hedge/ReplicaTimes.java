package org.curtail.opensearch.hedge;

import org.opensearch.cluster.node.DiscoveryNode;
import org.opensearch.node.ResponseCollectorService;
import org.opensearch.search.query.QuerySearchResult;

/**
 * Corrects OpenSearch's statistics of nodes for adaptive replica selection. OpenSearch alone would
 * credit the node asked first with the work of the faster one, and keep asking it. Safe for all
 * threads.
 */
final class ReplicaTimes {
  private final ResponseCollectorService known;

  ReplicaTimes(ResponseCollectorService known) {
    this.known = known;
  }

  /** Credits the node that answered instead of the first, and no other. */
  void answered(DiscoveryNode node, QuerySearchResult result, long nanos) {
    long serviceNanos = result.serviceTimeEWMA();
    if (serviceNanos > 0 && result.nodeQueueSize() >= 0) {
      known.addNodeStatistics(node.getId(), result.nodeQueueSize(), nanos, serviceNanos);
      result.serviceTimeEWMA(-1);
    }
  }

  /**
   * Records a node that has not answered for this time: its response time is at least that long.
   */
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
