package org.curtail.opensearch.hedge;

import java.io.IOException;
import org.opensearch.core.common.io.stream.StreamInput;
import org.opensearch.core.transport.TransportResponse;
import org.opensearch.search.internal.ShardSearchRequest;
import org.opensearch.transport.TransportException;
import org.opensearch.transport.TransportResponseHandler;
import org.opensearch.transport.stream.StreamTransportResponse;

/**
 * Handler of a query sent once while attempts of an earlier try of its shard run; its response ends
 * those.
 */
final class UnhedgedHandler<T extends TransportResponse> implements TransportResponseHandler<T> {
  private final ParkedQueries parked;
  private final ShardSearchRequest request;
  private final TransportResponseHandler<T> handler;

  UnhedgedHandler(
      ParkedQueries parked, ShardSearchRequest request, TransportResponseHandler<T> handler) {
    this.parked = parked;
    this.request = request;
    this.handler = handler;
  }

  /**
   * Wraps the handler of a query sent once; returns it as it is if nothing of its shard is running.
   */
  static <T extends TransportResponse> TransportResponseHandler<T> after(
      ParkedQueries parked, ShardSearchRequest request, TransportResponseHandler<T> handler) {
    return parked.nodes(request).isEmpty()
        ? handler
        : new UnhedgedHandler<>(parked, request, handler);
  }

  @Override
  public void handleResponse(T response) {
    handler.handleResponse(response);
    parked.discard(request);
  }

  @Override
  public void handleStreamResponse(StreamTransportResponse<T> response) {
    handler.handleStreamResponse(response);
    parked.discard(request);
  }

  @Override
  public void handleException(TransportException e) {
    handler.handleException(e);
  }

  @Override
  public void handleRejection(Exception e) {
    handler.handleRejection(e);
  }

  @Override
  public String executor() {
    return handler.executor();
  }

  @Override
  public T read(StreamInput in) throws IOException {
    return handler.read(in);
  }

  @Override
  public boolean skipsDeserialization() {
    return handler.skipsDeserialization();
  }

  @Override
  public String toString() {
    return handler.toString();
  }
}
