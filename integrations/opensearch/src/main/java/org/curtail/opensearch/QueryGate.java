package org.curtail.opensearch;

import java.util.function.Supplier;
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
 * Where all queries of this node's shards come in, those of this node's own searches too: before
 * OpenSearch hands them to its pool they take a place in that, or stand in line for one.
 */
final class QueryGate implements TransportInterceptor {
  private final Supplier<NodeParts> node;
  private final NodeShards shards;

  QueryGate(Supplier<NodeParts> node, NodeShards shards) {
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
            ShardId shard = shardOf(request);
            if (shard != null && task instanceof SearchShardTask own) {
              RequestOptions options = node.get().terms().of(shard.getIndex());
              if (options != null) {
                Runnable comes =
                    () ->
                        pass(
                            new ShardQuery(own, shard, options), action, handler, request, channel);
                if (isToBeRefreshed(request) && node.get().line().isOpen()) {
                  shards.whenRefreshed(shard, comes);
                } else {
                  comes.run();
                }
                return;
              }
            }
            handler.messageReceived(request, channel, task);
          };
      default -> handler;
    };
  }

  /** As OpenSearch has it: who reads on reads what was there. */
  private static boolean isToBeRefreshed(TransportRequest request) {
    return request instanceof ShardSearchRequest query && query.readerId() == null;
  }

  private static @Nullable ShardId shardOf(TransportRequest request) {
    return switch (request) {
      case ShardSearchRequest query -> query.shardId();
      case QuerySearchRequest query ->
          query.shardSearchRequest() == null ? null : query.shardSearchRequest().shardId();
      default -> null;
    };
  }

  private <T extends TransportRequest> void pass(
      ShardQuery query,
      String action,
      TransportRequestHandler<T> handler,
      T request,
      TransportChannel channel) {
    NodeParts at = node.get();
    Task task = query.task;
    at.queries().add(query);
    var answering = new AnswerChannel(channel, () -> answered(at, query));
    Runnable begin =
        () -> {
          try {
            handler.messageReceived(request, answering, task);
          } catch (Exception e) {
            TransportChannel.sendErrorResponse(answering, action, request, e);
          }
        };
    if (!at.line().isOpen()) {
      query.times.comes();
      begin.run();
      return;
    }
    try {
      at.line()
          .enter(
              query,
              begin,
              why -> TransportChannel.sendErrorResponse(answering, action, request, why));
    } catch (RuntimeException e) {
      TransportChannel.sendErrorResponse(answering, action, request, e);
    }
  }

  private static void answered(NodeParts at, ShardQuery query) {
    if (at.queries().remove(query)) {
      query.leave();
      at.causes().ended(query);
    }
  }
}
