package org.curtail.opensearch.hedge;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.curtail.hedge.Attempt;
import org.curtail.hedge.Hedge;
import org.curtail.hedge.HedgedCall;
import org.curtail.opensearch.hedge.HedgeCounts.Event;
import org.curtail.opensearch.hedge.QueryAttempt.Role;
import org.jspecify.annotations.Nullable;
import org.opensearch.ExceptionsHelper;
import org.opensearch.action.OriginalIndices;
import org.opensearch.cluster.node.DiscoveryNode;
import org.opensearch.common.util.concurrent.ThreadContext.StoredContext;
import org.opensearch.core.rest.RestStatus;
import org.opensearch.core.tasks.TaskCancelledException;
import org.opensearch.core.transport.TransportResponse;
import org.opensearch.search.SearchPhaseResult;
import org.opensearch.search.internal.ShardSearchContextId;
import org.opensearch.search.internal.ShardSearchRequest;
import org.opensearch.search.query.QuerySearchResult;
import org.opensearch.transport.ResponseHandlerFailureTransportException;
import org.opensearch.transport.Transport.Connection;
import org.opensearch.transport.TransportException;
import org.opensearch.transport.TransportInterceptor.AsyncSender;
import org.opensearch.transport.TransportRequestOptions;
import org.opensearch.transport.TransportResponseHandler;

/**
 * A query of a shard with all its attempts. The first response counts; the contexts of later
 * responses are freed. If the first attempt fails, the query has failed, since OpenSearch then
 * tries the next copy itself. Running attempts are kept for that try: if OpenSearch does not use an
 * attempt at once, the attempt serves as a copy when a later try is late.
 *
 * <p>This class and not the hedge decides which attempt wins, since an unneeded response has a
 * context that must be freed. No lock is held during calls to other code.
 */
final class HedgedQuery<T extends TransportResponse> implements HedgedCall<Reply> {
  final HedgeComponents parts;
  final AsyncSender sender;
  final String action;
  final TransportRequestOptions options;
  final TransportResponseHandler<T> handler;
  final ShardSearchRequest request;
  private final Connection first;

  /**
   * Copied before the first attempt is sent: OpenSearch changes the request itself if the shard is
   * on this node.
   */
  private final ShardSearchRequest again;

  private final Supplier<StoredContext> context;
  private final List<QueryAttempt<T>> attempts = new ArrayList<>(2);

  /** True if an attempt has won, or the first has failed. */
  private boolean isDecided;

  HedgedQuery(
      HedgeComponents parts,
      AsyncSender sender,
      Connection first,
      String action,
      ShardSearchRequest request,
      TransportRequestOptions options,
      TransportResponseHandler<T> handler) {
    this.parts = parts;
    this.sender = sender;
    this.first = first;
    this.action = action;
    this.request = request;
    this.options = options;
    this.handler = handler;
    again = copyOf(request);
    context = parts.transport().context();
  }

  private static ShardSearchRequest copyOf(ShardSearchRequest request) {
    var copy = new ShardSearchRequest(request);
    copy.setParentTask(request.getParentTask());
    return copy;
  }

  /** Failure of the first attempt; OpenSearch tries the next copy. */
  private static final class FirstFailed extends Exception {
    private static final long serialVersionUID = 1;

    private final transient TransportException why;

    FirstFailed(TransportException why) {
      super(null, null, false, false);
      this.why = why;
    }
  }

  /** True if the failure ends the query, whatever other attempts return. */
  static boolean isFatal(Throwable failure) {
    return failure instanceof FirstFailed;
  }

  /** Sends the query through a hedge. */
  void sendBy(Hedge hedge) {
    parts.counts().events.add(Event.QUERIES);
    CompletableFuture<Reply> answer = hedge.call(this);
    answer.whenComplete(this::deliver);
  }

  // ---- Attempts.

  @Override
  public CompletionStage<Reply> start(Attempt attempt) {
    boolean isFirst = attempt.number() == 0;
    QueryAttempt<T> adopted = isFirst ? null : adoptParked();
    QueryAttempt<T> one =
        adopted == null
            ? new QueryAttempt<>(this, isFirst ? first.getNode() : next(attempt), isFirst)
            : adopted;
    attempt.replica(one.node.getId());
    attempt.onCancel(() -> lost(one));
    if (adopted != null) {
      return one.reply;
    }
    synchronized (this) {
      if (isDecided) {
        one.role = Role.LOST;
      }
      attempts.add(one);
    }
    if (isFirst) {
      one.send(first, request);
    } else {
      sendSoon(one);
    }
    return one.reply;
  }

  /**
   * Continues an attempt of an earlier try as one of this query. Selection and decision are one
   * atomic step, since a parked attempt that is not visible could be sent to its node again. Null
   * if there is none.
   */
  private @Nullable QueryAttempt<T> adoptParked() {
    ParkedQuery running;
    QueryAttempt<T> one;
    synchronized (this) {
      running = isDecided ? null : parts.parked().takeAny(request);
      if (running == null) {
        return null;
      }
      one = new QueryAttempt<>(this, running.node(), false);
      one.isSent = true;
      attempts.add(one);
    }
    parts.counts().events.add(Event.ADOPTED);
    adoptSoon(running, one);
    return one;
  }

  /** Runs on another thread than the timer: the attempt may have been answered already. */
  private void adoptSoon(ParkedQuery running, QueryAttempt<T> one) {
    try {
      parts.transport().execute(() -> inContext(() -> running.adoptedAsCopy(one)));
    } catch (RuntimeException e) {
      running.discard();
      one.handleException(new TransportException("the node stops", e));
    }
  }

  private void inContext(Runnable work) {
    StoredContext before = context.get();
    try {
      work.run();
    } finally {
      before.restore();
    }
  }

  /** Avoids nodes with a running attempt of an earlier try: cancelling one would cancel both. */
  private DiscoveryNode next(Attempt attempt) {
    var avoid = new HashSet<Object>(attempt.avoid());
    avoid.addAll(parts.parked().nodes(request));
    return parts.copies().next(request, avoid, first.getNode().getId());
  }

  /** Runs on another thread than the timer. */
  private void sendSoon(QueryAttempt<T> copy) {
    try {
      parts.transport().execute(() -> sendCopy(copy));
    } catch (RuntimeException e) {
      copy.handleException(new TransportException("the node stops", e));
    }
  }

  /**
   * Sends with the headers of the search. An attempt parked meanwhile is sent for the try that
   * adopts it.
   */
  private void sendCopy(QueryAttempt<T> copy) {
    synchronized (this) {
      if (copy.role == Role.RUNS && isDecided) {
        copy.role = Role.LOST;
      }
      if (copy.role == Role.LOST) {
        return;
      }
      copy.isSent = true;
    }
    parts.counts().events.add(Event.COPIES);
    inContext(() -> {
      try {
        ShardSearchRequest sent = copyOf(again);
        sent.setInboundNetworkTime(System.currentTimeMillis());
        copy.send(parts.transport().connection(copy.node), sent);
      } catch (TransportException e) {
        copy.handleException(e);
      }
    });
  }

  // ---- What attempts report.

  void answered(QueryAttempt<T> attempt, T response) {
    Role role;
    synchronized (this) {
      if (attempt.role == Role.RUNS) {
        attempt.role = isDecided ? Role.LOST : Role.WON;
        isDecided = true;
      }
      role = attempt.role;
      attempt.role = Role.ENDED;
    }
    ParkedQuery parked = attempt.parked;
    var found = new Reply.Success(attempt, response);
    if (role == Role.WON) {
      attempt.reply.complete(found);
    } else if (parked == null) {
      free(found);
    } else {
      parked.answered(found);
    }
  }

  void failed(QueryAttempt<T> attempt, TransportException e) {
    var parked = new ArrayList<ParkedQuery>();
    boolean decides;
    synchronized (this) {
      decides = attempt.role == Role.RUNS && attempt.isFirst && !isDecided;
      attempt.role = Role.ENDED;
      if (decides) {
        isDecided = true;
        park(parked);
      }
    }
    // Before OpenSearch learns of the failure, since it may try the next copy at once.
    parked.forEach(parts.parked()::add);
    ParkedQuery own = attempt.parked;
    if (own != null) {
      own.failed(e);
    } else if (decides) {
      endedByFirst(attempt, e);
    } else {
      attempt.reply.completeExceptionally(e);
    }
  }

  private void park(List<ParkedQuery> to) {
    for (QueryAttempt<T> other : attempts) {
      if (other.role == Role.RUNS) {
        other.role = Role.PARKED;
        var parked = new ParkedQuery(other);
        other.parked = parked;
        to.add(parked);
      }
    }
  }

  /**
   * Ends the query. An error in the query, or its cancellation, is no failure of the copy to learn
   * from.
   */
  private static void endedByFirst(QueryAttempt<?> attempt, TransportException e) {
    RestStatus status = ExceptionsHelper.status(ExceptionsHelper.unwrapCause(e));
    boolean isWrong = status.getStatusFamilyCode() == 4 && status != RestStatus.TOO_MANY_REQUESTS;
    if (isWrong || ExceptionsHelper.unwrap(e, TaskCancelledException.class) != null) {
      attempt.reply.complete(new Reply.Failure(e));
    } else {
      attempt.reply.completeExceptionally(new FirstFailed(e));
    }
  }

  /** Ends an attempt because another has answered, or the query has failed. */
  private void lost(QueryAttempt<T> attempt) {
    synchronized (this) {
      if (attempt.role != Role.RUNS) {
        return;
      }
      attempt.role = Role.LOST;
      if (!attempt.isSent) {
        return;
      }
    }
    cancel(attempt);
  }

  // ---- Cleanup.

  /** Asks the attempt's node to cancel it. */
  void cancel(QueryAttempt<?> attempt) {
    parts.counts().events.add(Event.CANCELLED);
    parts
        .transport()
        .cancel(
            attempt.node,
            new CancelQueryRequest(request.getParentTask(), action, request.getDescription()));
  }

  /**
   * Frees the context of a response. A search of one shard keeps no context: its documents are
   * fetched already.
   */
  void free(Reply.Success found) {
    if (!(found.response() instanceof QuerySearchResult result) || !result.hasSearchContext()) {
      return;
    }
    ShardSearchContextId searched = result.getContextId();
    if (searched == null) {
      return;
    }
    parts.counts().events.add(Event.FREED);
    var indices = new OriginalIndices(request.indices(), request.indicesOptions());
    inContext(() -> parts.transport().free(found.by().node, searched, indices));
  }

  /** Delivers the result. Must not throw: the search would wait forever. */
  private void deliver(@Nullable Reply reply, @Nullable Throwable failure) {
    if (reply != null) {
      deliver(reply, handler, true);
      return;
    }
    boolean isSent;
    synchronized (this) {
      isSent = !attempts.isEmpty();
    }
    if (!isSent) {
      // The hedge was closed meanwhile.
      var alone = UnhedgedHandler.after(parts.parked(), request, handler);
      sender.sendRequest(first, action, request, options, alone);
      return;
    }
    handler.handleException(
        switch (failure) {
          case FirstFailed e -> e.why;
          case TransportException e -> e;
          case null, default -> new TransportException("the query was not sent", failure);
        });
  }

  /**
   * Delivers to this query, or to the query that adopted one of its attempts.
   *
   * @param isOwn true for the query itself, which was sent to the first node
   */
  @SuppressWarnings("unchecked") // All handlers of a query take any result of one.
  <R extends TransportResponse> void deliver(
      Reply reply, TransportResponseHandler<R> to, boolean isOwn) {
    switch (reply) {
      case Reply.Failure(TransportException cause) -> to.handleException(cause);
      case Reply.Success found -> {
        try {
          to.handleResponse((R) (isOwn ? ofItsNode(found) : found.response()));
        } catch (RuntimeException e) {
          free(found);
          to.handleException(new ResponseHandlerFailureTransportException(e));
          return;
        }
        parts.parked().discard(request);
      }
    }
  }

  private TransportResponse ofItsNode(Reply.Success found) {
    QueryAttempt<?> by = found.by();
    if (by.isFirst || !(found.response() instanceof SearchPhaseResult result)) {
      return found.response();
    }
    parts.counts().events.add(Event.WON);
    ReplicaTimes times = parts.transport().times();
    QuerySearchResult query = result.queryResult();
    if (times != null && query != null) {
      times.answered(by.node, query, by.nanos());
      times.late(first.getNode(), firstNanos());
    }
    return new RedirectedResult(result, by.node.getId());
  }

  private synchronized long firstNanos() {
    return attempts.getFirst().nanos();
  }
}
