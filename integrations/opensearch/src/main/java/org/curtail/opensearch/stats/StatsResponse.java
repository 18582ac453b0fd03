package org.curtail.opensearch.stats;

import java.io.IOException;
import java.util.List;
import org.opensearch.action.FailedNodeException;
import org.opensearch.action.support.nodes.BaseNodesResponse;
import org.opensearch.cluster.ClusterName;
import org.opensearch.core.common.io.stream.StreamInput;
import org.opensearch.core.common.io.stream.StreamOutput;
import org.opensearch.core.xcontent.ToXContentFragment;
import org.opensearch.core.xcontent.XContentBuilder;

/** The figures of all requested nodes. */
public final class StatsResponse extends BaseNodesResponse<NodeStatsResponse>
    implements ToXContentFragment {
  /** Parameter that names a part of the figures; the response has that part only. */
  static final String PART = "curtail.part";

  static final String EXPLANATION = "explanation";
  static final String KINDS = "kinds";

  StatsResponse(
      ClusterName cluster, List<NodeStatsResponse> nodes, List<FailedNodeException> failures) {
    super(cluster, nodes, failures);
  }

  StatsResponse(StreamInput in) throws IOException {
    super(in);
  }

  @Override
  protected List<NodeStatsResponse> readNodesFrom(StreamInput in) throws IOException {
    return in.readList(NodeStatsResponse::new);
  }

  @Override
  protected void writeNodesTo(StreamOutput out, List<NodeStatsResponse> nodes) throws IOException {
    out.writeList(nodes);
  }

  @Override
  public XContentBuilder toXContent(XContentBuilder builder, Params params) throws IOException {
    String part = params.param(PART, "");
    if (part.isEmpty() && !getNodes().isEmpty()) {
      builder.startObject("total");
      getNodes().stream()
          .map(NodeStatsResponse::figures)
          .reduce(NodeFigures::plus)
          .orElseThrow()
          .writeCounts(builder);
      builder.endObject();
    }
    builder.startObject("nodes");
    for (NodeStatsResponse node : getNodes()) {
      builder.startObject(node.getNode().getId()).field("name", node.getNode().getName());
      switch (part) {
        case EXPLANATION -> builder.field("explanation", node.figures().explanation());
        case KINDS -> node.figures().writeKinds(builder);
        default -> node.figures().toXContent(builder, params);
      }
      builder.endObject();
    }
    return builder.endObject();
  }
}
