package org.curtail.opensearch.hedge;

import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.opensearch.cluster.node.DiscoveryNode;
import org.opensearch.cluster.node.DiscoveryNodes;
import org.opensearch.cluster.routing.allocation.decider.AwarenessAllocationDecider;
import org.opensearch.cluster.service.ClusterService;

/**
 * Which nodes OpenSearch asks before others: those that share an attribute with this node, such as
 * its zone, if searches are to be aware of that. Safe for all threads.
 *
 * @param attributes that they are aware of now; none if they ask all nodes alike
 */
record NearNodes(Supplier<List<String>> attributes) {
  /** As the settings of a cluster say. */
  static NearNodes of(ClusterService cluster) {
    return new NearNodes(() ->
        cluster.operationRouting().ignoreAwarenessAttributes()
            ? List.of()
            : cluster
                .getClusterSettings()
                .get(
                    AwarenessAllocationDecider
                        .CLUSTER_ROUTING_ALLOCATION_AWARENESS_ATTRIBUTE_SETTING));
  }

  /** Whether a node is one of them. */
  boolean has(DiscoveryNode node, DiscoveryNodes nodes) {
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
