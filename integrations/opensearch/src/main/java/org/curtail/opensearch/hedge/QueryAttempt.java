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

/** One time that a query of a shard is sent. It tells the query once how it went. */
final class QueryAttempt<T extends TransportResponse> implements TransportResponseHandler<T> {
  /** What its answer is for. */
  enum Role {
    /** The first answer of all attempts is that of the query. */
    RUNS,

    /** Its own was the first. */
    WON,

    /** The query has failed; whoever tries again may have it. */
    PARKED,

    /** It is not needed. */
    LOST,

    /** It has come. */
    ENDED
  }

  final HedgedQuery<T> query;
  final DiscoveryNode node;
  final boolean isFirst;

  /** Completed if it is the answer of the query, or has failed. */
  final CompletableFuture<Reply> reply = new CompletableFuture<>();

  private final AtomicBoolean isUnanswered = new AtomicBoolean();
  private volatile long sentNanos;

  /** 0 before its answer has come. */
  private volatile long endedNanos;

  /** Changed under the query's lock. */
  Role role = Role.RUNS;

  /** Whether its node has, or is about to have it; changed under the query's lock. */
  boolean isSent;

  /** If it is parked. */
  @Nullable ParkedQuery parked;

  /** What is to be done when it has ended. */
  private volatile @Nullable Releasable child;

  QueryAttempt(HedgedQuery<T> query, DiscoveryNode node, boolean isFirst) {
    this.query = query;
    this.node = node;
    this.isFirst = isFirst;
    isSent = isFirst;
  }

  /** Never throws: that it could not be sent is its failure. */
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

  /** The one of the earlier try has answered. */
  @SuppressWarnings("unchecked") // All handlers of a query take any result of one.
  void answeredBy(Reply.Found found) {
    sentNanos = found.by().sentNanos;
    endedNanos = found.by().endedNanos;
    query.answered(this, (T) found.response());
  }

  /** From when it was sent until its answer came, or until now if it has not. */
  long nanos() {
    long ended = endedNanos;
    return (ended == 0 ? System.nanoTime() : ended) - sentNanos;
  }

  private void leaves() {
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
    leaves();
    query.answered(this, response);
  }

  @Override
  public void handleException(TransportException e) {
    leaves();
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
