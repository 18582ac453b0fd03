package org.curtail.opensearch.stats;

import java.io.IOException;
import org.opensearch.action.support.nodes.BaseNodeResponse;
import org.opensearch.cluster.node.DiscoveryNode;
import org.opensearch.core.common.io.stream.StreamInput;
import org.opensearch.core.common.io.stream.StreamOutput;

/** Response of one node. */
public final class NodeStatsResponse extends BaseNodeResponse {
  private final NodeFigures figures;

  NodeStatsResponse(DiscoveryNode node, NodeFigures figures) {
    super(node);
    this.figures = figures;
  }

  NodeStatsResponse(StreamInput in) throws IOException {
    super(in);
    figures = Frame.read(in, NodeFigures.class);
  }

  /** The node's figures. */
  public NodeFigures figures() {
    return figures;
  }

  @Override
  public void writeTo(StreamOutput out) throws IOException {
    super.writeTo(out);
    figures.writeTo(out);
  }
}
