package org.curtail.opensearch.hedge;

import java.net.InetAddress;
import java.util.Map;
import org.opensearch.Version;
import org.opensearch.cluster.ClusterName;
import org.opensearch.cluster.ClusterState;
import org.opensearch.cluster.metadata.IndexMetadata;
import org.opensearch.cluster.metadata.Metadata;
import org.opensearch.cluster.node.DiscoveryNode;
import org.opensearch.cluster.node.DiscoveryNodeRole;
import org.opensearch.cluster.node.DiscoveryNodes;
import org.opensearch.cluster.routing.IndexRoutingTable;
import org.opensearch.cluster.routing.IndexShardRoutingTable;
import org.opensearch.cluster.routing.RecoverySource;
import org.opensearch.cluster.routing.RoutingTable;
import org.opensearch.cluster.routing.ShardRouting;
import org.opensearch.cluster.routing.UnassignedInfo;
import org.opensearch.common.settings.Settings;
import org.opensearch.core.common.transport.TransportAddress;
import org.opensearch.core.index.Index;
import org.opensearch.core.index.shard.ShardId;
import org.opensearch.core.tasks.TaskId;
import org.opensearch.search.internal.AliasFilter;
import org.opensearch.search.internal.ShardSearchRequest;

/** A cluster of four nodes, n0 to n3, from n0's view; n1 to n3 have a copy of a shard. */
final class Copies {
  static final Index INDEX = new Index("words", "of-words");
  static final ShardId SHARD = new ShardId(INDEX, 0);
  static final int NODES = 4;

  private Copies() {}

  static DiscoveryNode node(int number) {
    return node(number, Map.of());
  }

  /** A node with attributes, such as a zone. */
  static DiscoveryNode node(int number, Map<String, String> attributes) {
    return new DiscoveryNode(
        "n" + number,
        new TransportAddress(InetAddress.getLoopbackAddress(), 9300 + number),
        attributes,
        DiscoveryNodeRole.BUILT_IN_ROLES,
        Version.CURRENT);
  }

  /** A state whose last copy is optionally search-only. */
  static ClusterState state(Settings more, boolean lastIsSearchOnly) {
    var nodes = DiscoveryNodes.builder().localNodeId("n0");
    for (int i = 0; i < NODES; i++) {
      nodes.add(node(i));
    }
    var index =
        IndexMetadata.builder(INDEX.getName())
            .settings(
                Settings.builder()
                    .put(IndexMetadata.SETTING_VERSION_CREATED, Version.CURRENT)
                    .put(IndexMetadata.SETTING_INDEX_UUID, INDEX.getUUID())
                    .put(more))
            .numberOfShards(1)
            .numberOfReplicas(2)
            .build();
    var shard = new IndexShardRoutingTable.Builder(SHARD);
    for (int i = 1; i < NODES; i++) {
      shard.addShard(copy(i, lastIsSearchOnly && i == NODES - 1));
    }
    return ClusterState.builder(new ClusterName("test"))
        .nodes(nodes)
        .metadata(Metadata.builder().put(index, false))
        .routingTable(
            RoutingTable.builder()
                .add(IndexRoutingTable.builder(INDEX).addIndexShard(shard.build()))
                .build())
        .build();
  }

  private static ShardRouting copy(int node, boolean isSearchOnly) {
    return ShardRouting.newUnassigned(
            SHARD,
            node == 1,
            isSearchOnly,
            node == 1
                ? RecoverySource.EmptyStoreRecoverySource.INSTANCE
                : RecoverySource.PeerRecoverySource.INSTANCE,
            new UnassignedInfo(UnassignedInfo.Reason.INDEX_CREATED, "test"))
        .initialize("n" + node, null, 0)
        .moveToStarted();
  }

  /** A query of a search of the first node. */
  static ShardSearchRequest request(long search) {
    var request = new ShardSearchRequest(SHARD, 0, AliasFilter.EMPTY);
    request.setParentTask(new TaskId("n0", search));
    return request;
  }
}
