package org.curtail.opensearch.hedge;

import org.opensearch.cluster.node.DiscoveryNode;
import org.opensearch.core.action.ActionListener;
import org.opensearch.transport.Transport.Connection;
import org.opensearch.transport.TransportRequest;
import org.opensearch.transport.TransportRequestOptions;

/** The way to a node that is not there: who sends by it must do so himself. */
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
