package org.curtail.opensearch.hedge;

import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.opensearch.cluster.node.DiscoveryNode;
import org.opensearch.common.lease.Releasable;
import org.opensearch.core.common.io.stream.StreamInput;
import org.opensearch.core.transport.TransportResponse;
import org.opensearch.search.internal.ShardSearchRequest;
import org.opensearch.transport.Transport.Connection;
import org.opensearch.transport.TransportException;
import org.opensearch.transport.TransportResponseHandler;

/** One attempt to send a query of a shard. It reports its outcome to the query once. */
final class QueryAttempt<T extends TransportResponse> implements TransportResponseHandler<T> {
  /** Use of its response. */
  enum Role {
    /** Running; the first response of all attempts is that of the query. */
    RUNS,

    /** Its response was the first. */
    WON,

    /** The query has failed; a later try may adopt the attempt. */
    PARKED,

    /** Its response is not needed. */
    LOST,

    /** Its response has arrived. */
    ENDED
  }

  final HedgedQuery<T> query;
  final DiscoveryNode node;
  final boolean isFirst;

  /** Completed if its response is that of the query, or if it has failed. */
  final CompletableFuture<Reply> reply = new CompletableFuture<>();

  private final AtomicBoolean isUnanswered = new AtomicBoolean();
  private volatile long sentNanos;

  /** 0 before its response has arrived. */
  private volatile long endedNanos;

  /** Changed under the query's lock. */
  Role role = Role.RUNS;

  /** True if its node has it or is about to get it; changed under the query's lock. */
  boolean isSent;

  /** Set if it is parked. */
  @Nullable ParkedQuery parked;

  /** Closed when the attempt has ended. */
  private volatile @Nullable Releasable child;

  QueryAttempt(HedgedQuery<T> query, DiscoveryNode node, boolean isFirst) {
    this.query = query;
    this.node = node;
    this.isFirst = isFirst;
    isSent = isFirst;
  }

  /** Sends the query. Never throws: an error is the attempt's failure. */
  void send(Connection connection, ShardSearchRequest request) {
    sentNanos = System.nanoTime();
    isUnanswered.set(true);
    query.parts.copies().unanswered().sent(node);
    try {
      child = query.parts.transport().child(request.getParentTask(), node);
      query.sender.sendRequest(connection, query.action, request, query.options, this);
    } catch (TransportException e) {
      handleException(e);
    } catch (RuntimeException e) {
      handleException(new TransportException("the query could not be sent", e));
    }
  }

  /** Ends with the response of an adopted attempt. */
  @SuppressWarnings("unchecked") // All handlers of a query take any result of one.
  void answeredBy(Reply.Success found) {
    sentNanos = found.by().sentNanos;
    endedNanos = found.by().endedNanos;
    query.answered(this, (T) found.response());
  }

  /** Time from sending to its response, or until now without one. */
  long nanos() {
    long ended = endedNanos;
    return (ended == 0 ? System.nanoTime() : ended) - sentNanos;
  }

  private void ended() {
    if (isUnanswered.getAndSet(false)) {
      query.parts.copies().unanswered().answered(node);
    }
    Releasable left = child;
    if (left != null) {
      left.close();
    }
  }

  @Override
  public void handleResponse(T response) {
    endedNanos = System.nanoTime();
    ended();
    query.answered(this, response);
  }

  @Override
  public void handleException(TransportException e) {
    ended();
    query.failed(this, e);
  }

  @Override
  public void handleRejection(Exception e) {
    handleException(new TransportException("the answer was rejected", e));
  }

  @Override
  public String executor() {
    return query.handler.executor();
  }

  @Override
  public T read(StreamInput in) throws IOException {
    return query.handler.read(in);
  }

  @Override
  public boolean skipsDeserialization() {
    return query.handler.skipsDeserialization();
  }

  @Override
  public String toString() {
    return "attempt on " + node + " of " + query.handler;
  }
}
