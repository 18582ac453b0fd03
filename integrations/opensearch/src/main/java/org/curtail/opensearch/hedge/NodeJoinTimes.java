package org.curtail.opensearch.hedge;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.opensearch.cluster.ClusterChangedEvent;
import org.opensearch.cluster.ClusterStateListener;
import org.opensearch.cluster.node.DiscoveryNode;

/**
 * Times at which nodes joined the cluster. A search knows only nodes that were present when it
 * began, and cannot fetch documents from others. Safe for all threads.
 */
final class NodeJoinTimes implements ClusterStateListener {
  private final Map<String, Long> joinNanos = new ConcurrentHashMap<>();

  @Override
  public void clusterChanged(ClusterChangedEvent event) {
    if (event.nodesChanged()) {
      update(event.nodesDelta().addedNodes(), event.nodesDelta().removedNodes(), System.nanoTime());
    }
  }

  void update(Iterable<DiscoveryNode> added, Iterable<DiscoveryNode> removed, long nowNanos) {
    removed.forEach(node -> joinNanos.remove(node.getId()));
    added.forEach(node -> joinNanos.put(node.getId(), nowNanos));
  }

  /** True if the node, in its current life, was present at a reading of the clock. */
  boolean hadJoined(DiscoveryNode node, long atNanos) {
    Long joined = joinNanos.get(node.getId());
    return joined == null || joined - atNanos < 0;
  }
}
