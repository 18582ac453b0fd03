package org.curtail.opensearch.hedge;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.opensearch.cluster.ClusterChangedEvent;
import org.opensearch.cluster.ClusterStateListener;
import org.opensearch.cluster.node.DiscoveryNode;

/**
 * When nodes came to the cluster. A search knows the nodes that were there when it began, and could
 * not fetch documents from any other. Safe for all threads.
 */
final class NodeArrivals implements ClusterStateListener {
  private final Map<String, Long> cameNanos = new ConcurrentHashMap<>();

  @Override
  public void clusterChanged(ClusterChangedEvent event) {
    if (event.nodesChanged()) {
      came(event.nodesDelta().addedNodes(), event.nodesDelta().removedNodes(), System.nanoTime());
    }
  }

  void came(Iterable<DiscoveryNode> added, Iterable<DiscoveryNode> removed, long nowNanos) {
    removed.forEach(node -> cameNanos.remove(node.getId()));
    added.forEach(node -> cameNanos.put(node.getId(), nowNanos));
  }

  /** Whether a node was there, as it is now, at a reading of the clock. */
  boolean wasThere(DiscoveryNode node, long atNanos) {
    Long came = cameNanos.get(node.getId());
    return came == null || came - atNanos < 0;
  }
}
