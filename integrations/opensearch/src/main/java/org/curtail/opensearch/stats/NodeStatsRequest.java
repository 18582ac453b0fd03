package org.curtail.opensearch.stats;

import java.io.IOException;
import org.opensearch.core.common.io.stream.StreamInput;
import org.opensearch.transport.TransportRequest;

/** Request to one node. */
public final class NodeStatsRequest extends TransportRequest {
  NodeStatsRequest() {}

  NodeStatsRequest(StreamInput in) throws IOException {
    super(in);
  }
}
