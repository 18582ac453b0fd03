package org.curtail.opensearch.hedge;

import java.util.concurrent.ConcurrentHashMap;
import org.opensearch.cluster.node.DiscoveryNode;

/**
 * How many attempts of hedged queries each node has not answered yet, those that nobody needs any
 * more among them. OpenSearch's own count knows nothing of copies, and takes a query for answered
 * by the node that was asked first when a copy has answered it. Safe for all threads.
 */
final class UnansweredQueries {
  private final ConcurrentHashMap<String, Integer> byNode = new ConcurrentHashMap<>();

  void sent(DiscoveryNode node) {
    byNode.merge(node.getId(), 1, Integer::sum);
  }

  /** One that was sent has been answered, or has failed. */
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
