package org.curtail.opensearch.hedge;

import org.opensearch.cluster.node.DiscoveryNode;
import org.opensearch.core.action.ActionListener;
import org.opensearch.transport.Transport.Connection;
import org.opensearch.transport.TransportRequest;
import org.opensearch.transport.TransportRequestOptions;

/** A connection to a fake node; it sends nothing itself. */
record FakeConnection(DiscoveryNode getNode) implements Connection {
  @Override
  public void sendRequest(
      long id, String action, TransportRequest request, TransportRequestOptions options) {
    throw new AssertionError("sent by the sender");
  }

  @Override
  public void addCloseListener(ActionListener<Void> listener) {}

  @Override
  public boolean isClosed() {
    return false;
  }

  @Override
  public void close() {}
}
