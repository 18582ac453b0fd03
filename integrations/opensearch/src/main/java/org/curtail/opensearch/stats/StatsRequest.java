package org.curtail.opensearch.stats;

import java.io.IOException;
import org.opensearch.action.support.nodes.BaseNodesRequest;
import org.opensearch.core.common.io.stream.StreamInput;

/** Request to all nodes or some. */
public final class StatsRequest extends BaseNodesRequest<StatsRequest> {
  /**
   * Creates the request.
   *
   * @param nodes ids, names or filters as elsewhere in OpenSearch; none for all
   */
  public StatsRequest(String... nodes) {
    super(nodes);
  }

  StatsRequest(StreamInput in) throws IOException {
    super(in);
  }
}
