package org.curtail.opensearch.hedge;

import java.util.function.Supplier;
import org.opensearch.action.search.SearchTransportService;
import org.opensearch.core.transport.TransportResponse;
import org.opensearch.search.internal.ShardSearchRequest;
import org.opensearch.transport.Transport.Connection;
import org.opensearch.transport.TransportInterceptor;
import org.opensearch.transport.TransportRequest;
import org.opensearch.transport.TransportRequestOptions;
import org.opensearch.transport.TransportResponseHandler;

/** Intercepts all queries that this node sends to shards, those of its own shards too. */
public final class HedgedSender implements TransportInterceptor {
  private final Supplier<ShardHedging> hedging;

  /**
   * Creates the interceptor.
   *
   * @param hedging called for each query
   */
  public HedgedSender(Supplier<ShardHedging> hedging) {
    this.hedging = hedging;
  }

  @Override
  public AsyncSender interceptSender(AsyncSender sender) {
    return new AsyncSender() {
      @Override
      public <T extends TransportResponse> void sendRequest(
          Connection connection,
          String action,
          TransportRequest request,
          TransportRequestOptions options,
          TransportResponseHandler<T> handler) {
        if (action.equals(SearchTransportService.QUERY_ACTION_NAME)
            && request instanceof ShardSearchRequest query) {
          hedging.get().send(sender, connection, action, query, options, handler);
        } else {
          sender.sendRequest(connection, action, request, options, handler);
        }
      }
    };
  }
}
