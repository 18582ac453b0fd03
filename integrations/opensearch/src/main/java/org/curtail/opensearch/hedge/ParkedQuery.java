package org.curtail.opensearch.hedge;

import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.curtail.opensearch.hedge.Reply.Success;
import org.opensearch.cluster.node.DiscoveryNode;
import org.opensearch.core.transport.TransportResponse;
import org.opensearch.search.internal.ShardSearchRequest;
import org.opensearch.transport.TransportException;
import org.opensearch.transport.TransportResponseHandler;

/**
 * A running attempt of a query that has failed on another copy. OpenSearch tries the next copy now,
 * which may be this one. Safe for all threads.
 */
final class ParkedQuery {
  private final QueryAttempt<?> attempt;
  private final CompletableFuture<Success> answer = new CompletableFuture<>();

  ParkedQuery(QueryAttempt<?> attempt) {
    this.attempt = attempt;
  }

  ShardSearchRequest request() {
    return attempt.query.request;
  }

  DiscoveryNode node() {
    return attempt.node;
  }

  String nodeId() {
    return attempt.node.getId();
  }

  boolean isOn(String nodeId) {
    return nodeId().equals(nodeId);
  }

  boolean hasFailed() {
    return answer.isCompletedExceptionally();
  }

  void answered(Success found) {
    if (!answer.complete(found)) {
      attempt.query.free(found);
    }
  }

  void failed(TransportException e) {
    answer.completeExceptionally(e);
  }

  /** Delivers the response to the query that OpenSearch sends now. */
  <R extends TransportResponse> void adoptedBy(TransportResponseHandler<R> handler) {
    whenEnded(found -> attempt.query.deliver(found, handler, false), handler);
  }

  /** Delivers the response to an attempt of the query that OpenSearch has sent since. */
  void adoptedAsCopy(QueryAttempt<?> later) {
    whenEnded(later::answeredBy, later);
  }

  private void whenEnded(Consumer<Success> answered, TransportResponseHandler<?> waiting) {
    answer.whenComplete((found, failure) -> {
      if (found != null) {
        answered.accept(found);
      } else {
        waiting.handleException(
            failure instanceof TransportException e
                ? e
                : new TransportException("the query was not sent", failure));
      }
    });
  }

  /** Cancels the attempt, or frees the context of its response. */
  void discard() {
    if (answer.cancel(false)) {
      attempt.query.cancel(attempt);
    } else if (!answer.isCompletedExceptionally()) {
      attempt.query.free(answer.join());
    }
  }
}
