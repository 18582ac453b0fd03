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
 * The attempts of one call: sends them for the hedge, decides which of their ends end the call, and
 * delivers the attempt chosen by the hedge to the caller. Thread-safe.
 */
final class Attempts<Q, A> implements HedgedCall<AttemptCall<Q, A>> {
  /**
   * Attempts end by themselves at the call's deadline, with more detail than the hedge has. The
   * hedge ends the call this much later if they do not.
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

  /** The failure that ends the call, and the last one that does not. */
  private volatile @Nullable FailedAttempt fatal;

  private volatile @Nullable FailedAttempt nonFatal;

  /** The last failure of a call that ends since no more attempts may be sent. */
  private volatile @Nullable FailedAttempt ended;

  private volatile @Nullable Stop stop;

  /** Decides between two threads that find that nothing was sent. */
  private final AtomicBoolean isGivenBackOrEnded = new AtomicBoolean();

  /**
   * @param call call of the first attempt, not started
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
   * Gives the call to the hedge.
   *
   * @return false if the hedge is closed: nothing was sent; {@link #giveBack} comes next
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
   * Claims a call of which nothing was sent: the claimant may send it in another way, unless the
   * caller has cancelled it.
   */
  boolean giveBack() {
    return isGivenBackOrEnded.compareAndSet(false, true);
  }

  /** Returns the exception of sending the first attempt; null if none. */
  @Nullable Throwable thrown() {
    return first.thrown();
  }

  @Override
  public CompletionStage<AttemptCall<Q, A>> start(Attempt attempt) {
    AttemptCall<Q, A> one = attempt.number() == 0 ? firstOf(attempt) : further(attempt);
    started.add(one);
    attempt.onCancel(() -> one.stop(Stop.NOT_NEEDED));
    Stop stopped = stop;
    if (stopped != null) {
      one.stop(stopped);
    }
    sendWhenAllowed(attempt, one);
    return one.outcome();
  }

  /** Sends an attempt once servers allow it, or drops it if they do not before the deadline. */
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

  private AttemptCall<Q, A> further(Attempt attempt) {
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

  /** Called when an attempt has answered or failed, or goes on after its answer. */
  void ended(AttemptCall<Q, A> one) {
    Status status = one.status();
    if (status == null || status.isOk()) {
      one.outcome().complete(one);
    } else {
      fail(one, status);
    }
    // Here and not at its choice: an exception of the caller's listener must not get lost.
    AttemptCall<Q, A> taken = chosen;
    if (!one.isCallingBack()) {
      return; // It was never sent. The stopping thread, or the hedge, notifies the caller.
    }
    if (stop != null && status != null && !status.isOk() && one.isNeeded()) {
      end(status); // Also if messages are left: the caller wants none any more.
    } else if (taken != null) {
      delivery.take(taken);
    }
  }

  /** Ends a call that its caller has cancelled. */
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

  /**
   * Called when an attempt could not be sent. For a copy or a retry, the call goes on: a fault of
   * hedging must not end it.
   */
  void notSent(AttemptCall<Q, A> one, Throwable thrown) {
    one.outcome()
        .completeExceptionally(
            new FailedAttempt(
                one.number(), Status.fromThrowable(thrown), Status.trailersFromThrowable(thrown)));
  }

  private void choose(@Nullable AttemptCall<Q, A> winner, @Nullable Throwable failure) {
    if (first.thrown() != null) {
      return; // The caller gets the exception itself.
    }
    AttemptCall<Q, A> taken = winner == null ? failed(failure) : winner;
    if (taken == null) {
      giveUp(failure);
      return;
    }
    chosen = taken;
    if (started.stream().noneMatch(AttemptCall::isCallingBack)) {
      target.execute(() -> delivery.take(taken));
    }
  }

  /** Returns the attempt with this failure; null if something else ended the call. */
  private @Nullable AttemptCall<Q, A> failed(@Nullable Throwable failure) {
    AttemptCall<Q, A> found = null;
    if (failure instanceof FailedAttempt reported) {
      // The hedge does not know which failure ends a call; it reports the first one.
      FailedAttempt known = fatal == null ? ended : fatal;
      FailedAttempt of = known == null ? reported : known;
      for (AttemptCall<Q, A> one : started) {
        boolean isThis = one.number() == of.attempt();
        // An attempt that could not be sent has no status; another one has.
        if (one.status() != null && (isThis || found == null)) {
          found = one;
        }
      }
    }
    return found;
  }

  /** Ends a call that the hedge ended without an attempt's end. */
  private void giveUp(@Nullable Throwable failure) {
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

  /** Cancels for the caller: all attempts end, and the first end of a sent one is reported. */
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

  /** Returns the attributes of the caller's attempt, or of the first one. */
  Attributes attributes() {
    AttemptCall<Q, A> of = chosen;
    ClientCall<Q, A> call = (of == null ? first : of).call();
    return call == null ? Attributes.EMPTY : call.getAttributes();
  }

  /** The failure of an attempt, for the hedge, its listeners and its rule of retries. */
  private static final class FailedAttempt extends StatusRuntimeException {
    private static final long serialVersionUID = 1;

    private final int attempt;

    FailedAttempt(int attempt, Status status, @Nullable Metadata trailers) {
      super(status, trailers);
      this.attempt = attempt;
    }

    /** Returns the number of the attempt. */
    int attempt() {
      return attempt;
    }

    /** Has no stack trace: it stands for a server's status. */
    @Override
    public synchronized Throwable fillInStackTrace() {
      return this;
    }
  }
}
