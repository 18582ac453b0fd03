package org.curtail.opensearch.stats;

import java.io.IOException;
import java.util.List;
import org.opensearch.action.FailedNodeException;
import org.opensearch.action.support.ActionFilters;
import org.opensearch.action.support.nodes.TransportNodesAction;
import org.opensearch.cluster.service.ClusterService;
import org.opensearch.common.inject.Inject;
import org.opensearch.core.common.io.stream.StreamInput;
import org.opensearch.threadpool.ThreadPool;
import org.opensearch.transport.TransportService;

/** Collects the figures of the nodes. */
public final class TransportStats
    extends TransportNodesAction<StatsRequest, StatsResponse, NodeStatsRequest, NodeStatsResponse> {
  private final StatsSource source;

  /** Called by OpenSearch. */
  @Inject
  public TransportStats(
      ThreadPool threadPool,
      ClusterService clusterService,
      TransportService transportService,
      ActionFilters filters,
      StatsSource source) {
    super(
        StatsAction.INSTANCE.name(),
        threadPool,
        clusterService,
        transportService,
        filters,
        StatsRequest::new,
        NodeStatsRequest::new,
        ThreadPool.Names.MANAGEMENT,
        NodeStatsResponse.class);
    this.source = source;
  }

  @Override
  protected StatsResponse newResponse(
      StatsRequest request, List<NodeStatsResponse> nodes, List<FailedNodeException> failures) {
    return new StatsResponse(clusterService.getClusterName(), nodes, failures);
  }

  @Override
  protected NodeStatsRequest newNodeRequest(StatsRequest request) {
    return new NodeStatsRequest();
  }

  @Override
  protected NodeStatsResponse newNodeResponse(StreamInput in) throws IOException {
    return new NodeStatsResponse(in);
  }

  @Override
  protected NodeStatsResponse nodeOperation(NodeStatsRequest request) {
    return new NodeStatsResponse(clusterService.localNode(), source.figures());
  }
}
