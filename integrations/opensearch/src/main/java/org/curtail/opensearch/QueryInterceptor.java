package org.curtail.opensearch;

import java.util.function.Supplier;
import org.curtail.opensearch.kinds.ExpectedCost;
import org.curtail.runtime.RequestOptions;
import org.jspecify.annotations.Nullable;
import org.opensearch.action.search.SearchShardTask;
import org.opensearch.action.search.SearchTransportService;
import org.opensearch.core.index.shard.ShardId;
import org.opensearch.ratelimitting.admissioncontrol.enums.AdmissionControlActionType;
import org.opensearch.search.internal.ShardSearchRequest;
import org.opensearch.search.query.QuerySearchRequest;
import org.opensearch.tasks.Task;
import org.opensearch.transport.TransportChannel;
import org.opensearch.transport.TransportInterceptor;
import org.opensearch.transport.TransportRequest;
import org.opensearch.transport.TransportRequestHandler;

/**
 * Intercepts all queries of this node's shards, also those of its own searches. Before OpenSearch
 * gives them to its pool, they take a place there or wait in the admission queue.
 */
final class QueryInterceptor implements TransportInterceptor {
  private final Supplier<NodeComponents> node;
  private final NodeShards shards;

  QueryInterceptor(Supplier<NodeComponents> node, NodeShards shards) {
    this.node = node;
    this.shards = shards;
  }

  @Override
  public <T extends TransportRequest> TransportRequestHandler<T> interceptHandler(
      String action,
      String executor,
      boolean forceExecution,
      TransportRequestHandler<T> handler,
      AdmissionControlActionType type) {
    return switch (action) {
      case SearchTransportService.QUERY_ACTION_NAME, SearchTransportService.QUERY_ID_ACTION_NAME ->
          (request, channel, task) -> {
            ShardSearchRequest search = searchOf(request);
            if (search != null && task instanceof SearchShardTask own) {
              ShardId shard = search.shardId();
              RequestOptions options = node.get().options().of(shard.getIndex());
              if (options != null) {
                Runnable pass =
                    () ->
                        admit(
                            new ShardQuery(own, shard, options, cost(search)),
                            action,
                            handler,
                            request,
                            channel);
                if (needsRefresh(request) && node.get().admission().isOpen()) {
                  shards.whenRefreshed(shard, pass);
                } else {
                  pass.run();
                }
                return;
              }
            }
            handler.messageReceived(request, channel, task);
          };
      default -> handler;
    };
  }

  /**
   * True if the query needs a refresh; a query with a reader uses the reader's state, as in
   * OpenSearch.
   */
  private static boolean needsRefresh(TransportRequest request) {
    return request instanceof ShardSearchRequest query && query.readerId() == null;
  }

  private static @Nullable ShardSearchRequest searchOf(TransportRequest request) {
    return switch (request) {
      case ShardSearchRequest query -> query;
      case QuerySearchRequest query -> query.shardSearchRequest();
      default -> null;
    };
  }

  /** Costs are known and learned only where they order queries. */
  private ExpectedCost cost(ShardSearchRequest search) {
    NodeComponents at = node.get();
    return at.admission().isOpen()
        ? at.costs().expect(search.shardId().getIndexName(), search.source())
        : ExpectedCost.UNKNOWN;
  }

  private <T extends TransportRequest> void admit(
      ShardQuery query,
      String action,
      TransportRequestHandler<T> handler,
      T request,
      TransportChannel channel) {
    NodeComponents at = node.get();
    Task task = query.task;
    at.queries().add(query);
    var observed = new NotifyingChannel(channel, () -> answered(at, query));
    Runnable begin =
        () -> {
          try {
            handler.messageReceived(request, observed, task);
          } catch (Exception e) {
            TransportChannel.sendErrorResponse(observed, action, request, e);
          }
        };
    if (!at.admission().isOpen()) {
      query.times.admitted();
      begin.run();
      return;
    }
    try {
      at.admission()
          .enter(
              query,
              begin,
              why -> TransportChannel.sendErrorResponse(observed, action, request, why));
    } catch (RuntimeException e) {
      TransportChannel.sendErrorResponse(observed, action, request, e);
    }
  }

  private static void answered(NodeComponents at, ShardQuery query) {
    if (at.queries().remove(query)) {
      long nowNanos = System.nanoTime();
      long costNanos = query.times.costNanos();
      if (costNanos > 0) {
        at.costs().ended(query.cost, costNanos, query.times.heldNanos(nowNanos), nowNanos);
      }
      query.releasePlace();
      at.causes().ended(query);
    }
  }
}
