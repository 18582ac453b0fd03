package org.curtail.opensearch.hedge;

import java.util.concurrent.ConcurrentHashMap;
import org.opensearch.cluster.node.DiscoveryNode;

/**
 * Unanswered attempts of hedged queries by node, unneeded ones included. OpenSearch's own count
 * does not know copies, and counts a query as answered by the node asked first when a copy has
 * answered. Safe for all threads.
 */
final class UnansweredQueries {
  private final ConcurrentHashMap<String, Integer> byNode = new ConcurrentHashMap<>();

  void sent(DiscoveryNode node) {
    byNode.merge(node.getId(), 1, Integer::sum);
  }

  /** Counts an attempt as answered or failed. */
  void answered(DiscoveryNode node) {
    byNode.computeIfPresent(node.getId(), (id, count) -> count > 1 ? count - 1 : null);
  }

  int of(DiscoveryNode node) {
    return byNode.getOrDefault(node.getId(), 0);
  }

  boolean isEmpty() {
    return byNode.isEmpty();
  }
}
