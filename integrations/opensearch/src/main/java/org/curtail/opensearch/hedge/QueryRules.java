package org.curtail.opensearch.hedge;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.opensearch.cluster.ClusterState;
import org.opensearch.cluster.metadata.IndexMetadata;
import org.opensearch.cluster.metadata.WeightedRoutingMetadata;
import org.opensearch.cluster.node.DiscoveryNode;
import org.opensearch.cluster.routing.IndexShardRoutingTable;
import org.opensearch.cluster.routing.ShardRouting;
import org.opensearch.index.IndexModule;
import org.opensearch.search.internal.ShardSearchRequest;
import org.opensearch.transport.TransportRequestOptions;

/**
 * Rules for hedging queries of shards: which queries, and to which other copies. Only copies that
 * OpenSearch itself might have chosen are allowed.
 */
final class QueryRules {
  private QueryRules() {}

  /**
   * Returns the reason not to hedge a query, apart from the location of copies; null if there is
   * none.
   */
  static @Nullable UnhedgedReason unhedgedReason(
      ShardSearchRequest request, TransportRequestOptions options, ClusterState state) {
    if (!request.getParentTask().getNodeId().equals(state.nodes().getLocalNodeId())) {
      return UnhedgedReason.OTHER_NODES_SEARCH;
    }
    if (request.readerId() != null) {
      return UnhedgedReason.POINT_IN_TIME;
    }
    if (request.scroll() != null) {
      return UnhedgedReason.SCROLL;
    }
    if (request.getClusterAlias() != null) {
      return UnhedgedReason.REMOTE_CLUSTER;
    }
    if (request.preference() != null) {
      return UnhedgedReason.PREFERENCE;
    }
    if (options.type() == TransportRequestOptions.Type.STREAM) {
      return UnhedgedReason.STREAM;
    }
    WeightedRoutingMetadata weights = state.metadata().weightedRoutingMetadata();
    if (weights != null && weights.getWeightedRouting().isSet()) {
      return UnhedgedReason.WEIGHTED_ROUTING;
    }
    return ofIndex(state.metadata().index(request.shardId().getIndex()));
  }

  private static @Nullable UnhedgedReason ofIndex(@Nullable IndexMetadata index) {
    if (index == null) {
      return UnhedgedReason.NO_OTHER_COPY;
    }
    if (!HedgeSettings.INDEX_ENABLED.get(index.getSettings())) {
      return UnhedgedReason.INDEX_SETTING;
    }
    if (index.isRemoteSnapshot()) {
      return UnhedgedReason.REMOTE_SNAPSHOT;
    }
    return index.getSettings().getAsBoolean(IndexModule.IS_WARM_INDEX_SETTING.getKey(), false)
        ? UnhedgedReason.WARM_INDEX
        : null;
  }

  /**
   * Returns the nodes of the other active copies of a shard of the same kind as the copy on a node:
   * only search-only copies if that one is search-only. Empty if the node has no copy.
   */
  static List<DiscoveryNode> otherCopies(
      ShardSearchRequest request, String nodeId, ClusterState state) {
    IndexShardRoutingTable copies =
        state.routingTable().hasIndex(request.shardId().getIndex())
            ? state.routingTable().shardRoutingTable(request.shardId())
            : null;
    if (copies == null) {
      return List.of();
    }
    ShardRouting first = null;
    for (ShardRouting copy : copies.activeShards()) {
      first = nodeId.equals(copy.currentNodeId()) ? copy : first;
    }
    if (first == null) {
      return List.of();
    }
    var others = new ArrayList<DiscoveryNode>();
    for (ShardRouting copy : copies.activeShards()) {
      DiscoveryNode node = state.nodes().get(copy.currentNodeId());
      boolean isOther = !nodeId.equals(copy.currentNodeId()) && node != null;
      if (isOther && copy.isSearchOnly() == first.isSearchOnly()) {
        others.add(node);
      }
    }
    return others;
  }
}
