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
 * Which queries of shards may be hedged, and where else they may go: only where OpenSearch itself
 * might have sent them.
 */
final class QueryRules {
  private QueryRules() {}

  /** Why a query may not be hedged, wherever its shard's copies are; null if it may. */
  static @Nullable WhyNot whyNot(
      ShardSearchRequest request, TransportRequestOptions options, ClusterState state) {
    if (!request.getParentTask().getNodeId().equals(state.nodes().getLocalNodeId())) {
      return WhyNot.OTHER_NODES_SEARCH;
    }
    if (request.readerId() != null) {
      return WhyNot.POINT_IN_TIME;
    }
    if (request.scroll() != null) {
      return WhyNot.SCROLL;
    }
    if (request.getClusterAlias() != null) {
      return WhyNot.REMOTE_CLUSTER;
    }
    if (request.preference() != null) {
      return WhyNot.PREFERENCE;
    }
    if (options.type() == TransportRequestOptions.Type.STREAM) {
      return WhyNot.STREAM;
    }
    WeightedRoutingMetadata weights = state.metadata().weightedRoutingMetadata();
    if (weights != null && weights.getWeightedRouting().isSet()) {
      return WhyNot.WEIGHTED_ROUTING;
    }
    return ofIndex(state.metadata().index(request.shardId().getIndex()));
  }

  private static @Nullable WhyNot ofIndex(@Nullable IndexMetadata index) {
    if (index == null) {
      return WhyNot.NO_OTHER_COPY;
    }
    if (!HedgeSettings.INDEX_ENABLED.get(index.getSettings())) {
      return WhyNot.INDEX_SETTING;
    }
    if (index.isRemoteSnapshot()) {
      return WhyNot.REMOTE_SNAPSHOT;
    }
    return index.getSettings().getAsBoolean(IndexModule.IS_WARM_INDEX_SETTING.getKey(), false)
        ? WhyNot.WARM_INDEX
        : null;
  }

  /**
   * The nodes of the other active copies of a shard that are of the same kind as that on a node: if
   * that is for searches only, those for searches only. Empty if the node has none.
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
