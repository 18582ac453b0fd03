package org.curtail.opensearch.hedge;

import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.opensearch.cluster.node.DiscoveryNode;
import org.opensearch.cluster.node.DiscoveryNodes;
import org.opensearch.cluster.routing.allocation.decider.AwarenessAllocationDecider;
import org.opensearch.cluster.service.ClusterService;

/**
 * Nodes that OpenSearch asks before others: those that share an attribute with this node, such as
 * its zone, if searches use awareness attributes. Safe for all threads.
 *
 * @param attributes the current awareness attributes; empty if all nodes are equal
 */
record PreferredNodes(Supplier<List<String>> attributes) {
  /** Reads the settings of a cluster. */
  static PreferredNodes of(ClusterService cluster) {
    return new PreferredNodes(() ->
        cluster.operationRouting().ignoreAwarenessAttributes()
            ? List.of()
            : cluster
                .getClusterSettings()
                .get(
                    AwarenessAllocationDecider
                        .CLUSTER_ROUTING_ALLOCATION_AWARENESS_ATTRIBUTE_SETTING));
  }

  /** True if a node is one of them. */
  boolean contains(DiscoveryNode node, DiscoveryNodes nodes) {
    Map<String, String> here = nodes.getLocalNode().getAttributes();
    for (String attribute : attributes.get()) {
      String value = here.get(attribute);
      if (value != null && value.equals(node.getAttributes().get(attribute))) {
        return true;
      }
    }
    return false;
  }
}
