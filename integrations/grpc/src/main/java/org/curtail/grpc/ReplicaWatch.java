package org.curtail.grpc;

import io.grpc.Attributes;
import io.grpc.ClientStreamTracer;
import io.grpc.Grpc;
import io.grpc.Metadata;
import java.net.SocketAddress;
import org.curtail.hedge.Attempt;
import org.jspecify.annotations.Nullable;

/**
 * Observes the server of an attempt and declares it to the hedge, so that the next attempt can
 * avoid it. A tracer is needed, as a call knows its server only after the answer.
 */
final class ReplicaWatch extends ClientStreamTracer.Factory {
  private volatile @Nullable Attempt attempt;

  /** Sets the attempt that declares the server. */
  void watch(Attempt watched) {
    attempt = watched;
  }

  @Override
  public ClientStreamTracer newClientStreamTracer(
      ClientStreamTracer.StreamInfo info, Metadata headers) {
    return new ClientStreamTracer() {
      @Override
      public void streamCreated(Attributes transport, Metadata streamHeaders) {
        SocketAddress address = transport.get(Grpc.TRANSPORT_ATTR_REMOTE_ADDR);
        Attempt watched = attempt;
        if (address != null && watched != null) {
          watched.replica(address);
        }
      }
    };
  }
}
