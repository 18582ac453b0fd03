package org.curtail.grpc;

import io.grpc.Attributes;
import io.grpc.ClientCall;
import io.grpc.Metadata;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.net.SocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.curtail.grpc.HedgingInterceptor.Counters;
import org.curtail.hedge.Attempt;
import org.curtail.hedge.Hedge;
import org.curtail.hedge.HedgedCall;
import org.jspecify.annotations.Nullable;

/**
 * The attempts of one call. Sends attempts for the hedge, decides which ends of attempts end the
 * call, and delivers the chosen attempt to the caller. Thread-safe.
 */
final class Attempts<Q, A> implements HedgedCall<AttemptCall<Q, A>> {
  /**
   * Time between the call's deadline and the deadline of the hedge. gRPC ends attempts at the
   * call's deadline, with more detail than the hedge has.
   */
  private static final Duration PATIENCE = Duration.ofMillis(100);

  private final Target<Q, A> target;
  private final Request<Q> request;
  private final HedgingRules rules;
  private final Counters counters;
  private final Delivery<A> delivery;
  private final AttemptCall<Q, A> first;
  private final ReplicaWatch firstWatch;
  private final Pushback pushback = new Pushback();
  private final List<AttemptCall<Q, A>> started = new CopyOnWriteArrayList<>();

  private volatile @Nullable CompletableFuture<AttemptCall<Q, A>> answer;
  private volatile @Nullable AttemptCall<Q, A> chosen;

  /** The failure that ends the call, and the last failure that does not end it. */
  private volatile @Nullable FailedAttempt fatal;

  private volatile @Nullable FailedAttempt nonFatal;

  /** The failure of a call that ends because no more attempts may be sent. */
  private volatile @Nullable FailedAttempt ended;

  private volatile @Nullable Stop stop;

  /** Set by the first of two threads that find the call unsent. */
  private final AtomicBoolean isGivenBackOrEnded = new AtomicBoolean();

  /**
   * @param call gRPC call of the first attempt, not started
   * @param watch watch of the first attempt
   */
  Attempts(
      Target<Q, A> target,
      Request<Q> request,
      HedgingRules rules,
      Counters counters,
      Delivery<A> delivery,
      ClientCall<Q, A> call,
      ReplicaWatch watch) {
    this.target = target;
    this.request = request;
    this.rules = rules;
    this.counters = counters;
    this.delivery = delivery;
    this.firstWatch = watch;
    this.first = new AttemptCall<>(0, this, target.context(), () -> call);
  }

  /**
   * Hands the call to the hedge.
   *
   * @return false if the hedge is closed; nothing was sent, and the caller of this method calls
   *     {@link #giveBack} next
   */
  boolean send(Hedge hedge) {
    long remainingNanos = target.remainingNanos();
    CompletableFuture<AttemptCall<Q, A>> future =
        remainingNanos == Long.MAX_VALUE
            ? hedge.call(this)
            : hedge.call(this, PATIENCE.plusNanos(Math.max(remainingNanos, 0)));
    if (started.isEmpty()) {
      return false;
    }
    answer = future;
    future.whenComplete(this::choose);
    FailedAttempt early = fatal;
    if (early != null) {
      future.completeExceptionally(early);
    }
    return true;
  }

  /**
   * Claims an unsent call. Returns true if the calling thread may send the call in another way;
   * false if the call was cancelled.
   */
  boolean giveBack() {
    return isGivenBackOrEnded.compareAndSet(false, true);
  }

  /** Returns the exception of sending the first attempt; null if there was none. */
  @Nullable Throwable thrown() {
    return first.thrown();
  }

  @Override
  public CompletionStage<AttemptCall<Q, A>> start(Attempt attempt) {
    AttemptCall<Q, A> one = attempt.number() == 0 ? firstOf(attempt) : copyOf(attempt);
    started.add(one);
    attempt.onCancel(() -> one.stop(Stop.NOT_NEEDED));
    Stop stopped = stop;
    if (stopped != null) {
      one.stop(stopped);
    }
    sendWhenAllowed(attempt, one);
    return one.outcome();
  }

  /**
   * Sends an attempt when the servers' pushback allows it, or drops it if that is after the
   * deadline.
   */
  private void sendWhenAllowed(Attempt attempt, AttemptCall<Q, A> one) {
    long waitNanos = pushback.waitNanos(System.nanoTime());
    if (pushback.isStopped() || (waitNanos > 0 && waitNanos >= target.remainingNanos())) {
      drop(attempt, one);
    } else if (waitNanos == 0) {
      one.send(request);
    } else {
      one.later(waitNanos, () -> sendWhenAllowed(attempt, one));
    }
  }

  /** Drops an attempt. If no other attempt runs, the call ends with the last failure. */
  private void drop(Attempt attempt, AttemptCall<Q, A> one) {
    counters.heldBack.increment();
    FailedAttempt last = nonFatal;
    boolean isAnyRunning =
        started.stream().anyMatch(other -> !other.equals(one) && !other.outcome().isDone());
    if (!isAnyRunning) {
      attempt.sendNoMore();
      ended = last;
    }
    one.outcome()
        .completeExceptionally(
            last == null ? new FailedAttempt(one.number(), Status.UNAVAILABLE, null) : last);
  }

  private AttemptCall<Q, A> firstOf(Attempt attempt) {
    firstWatch.watch(attempt);
    return first;
  }

  private AttemptCall<Q, A> copyOf(Attempt attempt) {
    var watch = new ReplicaWatch();
    watch.watch(attempt);
    List<SocketAddress> avoid =
        attempt.avoid().stream()
            .filter(SocketAddress.class::isInstance)
            .map(SocketAddress.class::cast)
            .toList();
    var hint = new ReplicaHint(attempt.number(), avoid);
    return new AttemptCall<>(
        attempt.number(), this, target.context(), () -> target.newCall(hint, watch));
  }

  /** Called when an attempt has answered or failed, and when it ends after its answer. */
  void ended(AttemptCall<Q, A> one) {
    Status status = one.status();
    if (status == null || status.isOk()) {
      one.outcome().complete(one);
    } else {
      fail(one, status);
    }
    // Delivered on gRPC's thread, so that it gets an exception of the caller's listener.
    AttemptCall<Q, A> taken = chosen;
    if (!one.isCallingBack()) {
      return; // The attempt was never sent. The stopping thread or the hedge notifies the caller.
    }
    if (stop != null && status != null && !status.isOk() && one.isNeeded()) {
      end(status); // Remaining messages are dropped, as the caller has cancelled.
    } else if (taken != null) {
      delivery.take(taken);
    }
  }

  /** Ends a call after its caller has cancelled it. */
  private void end(Status status) {
    Stop stopped = stop;
    delivery.close(stopped != null && rules.isNonFatal(status) ? stopped.status() : status);
  }

  private void fail(AttemptCall<Q, A> one, Status status) {
    var failure = new FailedAttempt(one.number(), status, one.trailers());
    if (stop == null && rules.isNonFatal(status)) {
      pushback.learn(one.trailers(), System.nanoTime());
      nonFatal = failure;
      one.outcome().completeExceptionally(failure);
      return;
    }
    if (fatal == null) {
      fatal = failure;
    }
    one.outcome().completeExceptionally(failure);
    CompletableFuture<AttemptCall<Q, A>> future = answer;
    if (future != null) {
      future.completeExceptionally(failure);
    }
  }

  /** Called when an attempt could not be sent. If it is a copy or a retry, the call goes on. */
  void notSent(AttemptCall<Q, A> one, Throwable thrown) {
    one.outcome()
        .completeExceptionally(
            new FailedAttempt(
                one.number(), Status.fromThrowable(thrown), Status.trailersFromThrowable(thrown)));
  }

  private void choose(@Nullable AttemptCall<Q, A> winner, @Nullable Throwable failure) {
    if (first.thrown() != null) {
      return; // sendHedged throws the exception to the caller.
    }
    AttemptCall<Q, A> taken = winner == null ? failed(failure) : winner;
    if (taken == null) {
      endWithoutAttempt(failure);
      return;
    }
    chosen = taken;
    if (started.stream().noneMatch(AttemptCall::isCallingBack)) {
      target.execute(() -> delivery.take(taken));
    }
  }

  /**
   * Returns the attempt with the failure that ends the call; null if the call ended for another
   * reason.
   */
  private @Nullable AttemptCall<Q, A> failed(@Nullable Throwable failure) {
    AttemptCall<Q, A> found = null;
    if (failure instanceof FailedAttempt reported) {
      // The hedge reports the first failure, which may not be the one that ends the call.
      FailedAttempt known = fatal == null ? ended : fatal;
      FailedAttempt of = known == null ? reported : known;
      for (AttemptCall<Q, A> one : started) {
        boolean isThis = one.number() == of.attempt();
        // An attempt that could not be sent has no status.
        if (one.status() != null && (isThis || found == null)) {
          found = one;
        }
      }
    }
    return found;
  }

  /** Ends a call that the hedge ended before an attempt ended. */
  private void endWithoutAttempt(@Nullable Throwable failure) {
    Stop why = stop;
    Status status = why != null ? why.status() : status(failure);
    for (AttemptCall<Q, A> one : started) {
      one.stop(Stop.NOT_NEEDED);
    }
    target.execute(() -> delivery.close(status));
  }

  private static Status status(@Nullable Throwable failure) {
    return failure instanceof TimeoutException
        ? Status.DEADLINE_EXCEEDED.withDescription(failure.getMessage())
        : Status.fromThrowable(failure == null ? new IllegalStateException() : failure);
  }

  /**
   * Cancels the call for the caller: stops all attempts. The first end of a sent attempt is
   * reported.
   */
  void cancel(Stop why) {
    // A repeated cancellation keeps the first reason.
    Stop earlier = stop;
    Stop reason = earlier == null ? why : earlier;
    stop = reason;
    boolean isAnyRunning = false;
    for (AttemptCall<Q, A> one : started) {
      isAnyRunning |= one.isRunning();
      one.stop(reason);
    }
    if (!isAnyRunning && (!started.isEmpty() || isGivenBackOrEnded.compareAndSet(false, true))) {
      target.execute(() -> delivery.close(reason.status()));
      CompletableFuture<AttemptCall<Q, A>> future = answer;
      if (future != null) {
        future.cancel(false);
      }
    }
  }

  /** Returns the attributes of the chosen attempt, or of the first one. */
  Attributes attributes() {
    AttemptCall<Q, A> of = chosen;
    ClientCall<Q, A> call = (of == null ? first : of).call();
    return call == null ? Attributes.EMPTY : call.getAttributes();
  }

  /** The failure of an attempt, for the hedge, its listeners and its retry rule. */
  private static final class FailedAttempt extends StatusRuntimeException {
    private static final long serialVersionUID = 1;

    private final int attempt;

    FailedAttempt(int attempt, Status status, @Nullable Metadata trailers) {
      super(status, trailers);
      this.attempt = attempt;
    }

    int attempt() {
      return attempt;
    }

    /** Leaves out the stack trace, as this exception only carries a server's status. */
    @Override
    public synchronized Throwable fillInStackTrace() {
      return this;
    }
  }
}
