package org.curtail.grpc;

import io.grpc.Attributes;
import io.grpc.ClientCall;
import io.grpc.Status;
import java.net.SocketAddress;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.curtail.hedge.Attempt;
import org.curtail.hedge.Hedge;
import org.curtail.hedge.HedgedCall;
import org.jspecify.annotations.Nullable;

/**
 * The attempts of one call: sends them when the hedge says so, says which of their ends end the
 * call, and hands the attempt that the hedge chooses to the caller. Safe for all threads.
 */
final class Attempts<Q, A> implements HedgedCall<AttemptCall<Q, A>> {
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
  private volatile @Nullable Stop stop;

  /** Decides between two threads that find that nothing was sent. */
  private final AtomicBoolean isGivenBackOrEnded = new AtomicBoolean();

  /**
   * @param call of the first attempt, not started
   * @param watch of the first attempt
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
    this.first = new AttemptCall<>(0, this, () -> call);
  }

  /**
   * Gives the call to the hedge.
   *
   * @return false if the hedge is closed: nothing was sent; {@link #giveBack} comes next
   */
  boolean send(Hedge hedge) {
    CompletableFuture<AttemptCall<Q, A>> future = hedge.call(this);
    if (started.isEmpty()) {
      return false;
    }
    answer = future;
    future.whenComplete(this::choose);
    FailedAttempt ended = fatal;
    if (ended != null) {
      future.completeExceptionally(ended);
    }
    return true;
  }

  /**
   * After nothing was sent: who calls this may send the call in another way, unless the caller has
   * cancelled it and is told so.
   */
  boolean giveBack() {
    return isGivenBackOrEnded.compareAndSet(false, true);
  }

  /** What was thrown when the first attempt was sent; null if nothing. */
  @Nullable Throwable thrown() {
    return first.thrown();
  }

  @Override
  public CompletionStage<AttemptCall<Q, A>> start(Attempt attempt) {
    if (pushback.isStopped()) {
      counters.heldBack.increment();
      FailedAttempt last = nonFatal;
      Status status = last == null ? Status.UNAVAILABLE : last.getStatus();
      int number = last == null ? 0 : last.attempt();
      return CompletableFuture.failedFuture(
          new FailedAttempt(number, status, last == null ? null : last.getTrailers()));
    }
    AttemptCall<Q, A> one = attempt.number() == 0 ? firstOf(attempt) : further(attempt);
    started.add(one);
    attempt.onCancel(() -> one.stop(Stop.NOT_NEEDED));
    Stop stopped = stop;
    if (stopped != null) {
      one.stop(stopped);
    }
    long waitNanos = pushback.waitNanos(System.nanoTime());
    if (waitNanos == 0) {
      one.send(request);
    } else {
      Executor later = CompletableFuture.delayedExecutor(waitNanos, TimeUnit.NANOSECONDS);
      later.execute(() -> one.send(request));
    }
    return one.outcome();
  }

  private AttemptCall<Q, A> firstOf(Attempt attempt) {
    firstWatch.tell(attempt);
    return first;
  }

  private AttemptCall<Q, A> further(Attempt attempt) {
    var watch = new ReplicaWatch();
    watch.tell(attempt);
    List<SocketAddress> avoid =
        attempt.avoid().stream()
            .filter(SocketAddress.class::isInstance)
            .map(SocketAddress.class::cast)
            .toList();
    var hint = new ReplicaHint(attempt.number(), avoid);
    return new AttemptCall<>(attempt.number(), this, () -> target.newCall(hint, watch));
  }

  /** An attempt has answered or failed, or goes on after its answer. */
  void ended(AttemptCall<Q, A> one) {
    Status status = one.status();
    if (status == null || status.isOk()) {
      one.outcome().complete(one);
    } else {
      fail(one, status);
    }
    // Here and not where it is chosen: what the caller's listener throws must not get lost.
    AttemptCall<Q, A> taken = chosen;
    if (!one.isCallingBack()) {
      return; // It was never sent. Whoever has stopped it, or the hedge, tells the caller.
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
    delivery.close(stopped != null && rules.leavesHope(status) ? stopped.status() : status);
  }

  private void fail(AttemptCall<Q, A> one, Status status) {
    var failure = new FailedAttempt(one.number(), status, one.trailers());
    if (stop == null && rules.leavesHope(status)) {
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
   * An attempt could not be sent. If it is a further one, the call goes on: a fault of hedging must
   * not end it.
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

  /** The attempt that ended a call so; null if something else did. */
  private @Nullable AttemptCall<Q, A> failed(@Nullable Throwable failure) {
    AttemptCall<Q, A> found = null;
    if (failure instanceof FailedAttempt told) {
      // The hedge knows no failure that ends a call; it tells the first one.
      FailedAttempt ended = fatal;
      FailedAttempt of = ended == null ? told : ended;
      for (AttemptCall<Q, A> one : started) {
        boolean isThis = one.number() == of.attempt();
        // One that could not be sent has no end to tell of; another one has.
        if (one.status() != null && (isThis || found == null)) {
          found = one;
        }
      }
    }
    return found;
  }

  /** The hedge has ended the call, and no attempt did. */
  private void giveUp(@Nullable Throwable failure) {
    Stop why = stop;
    Status status =
        why != null
            ? why.status()
            : Status.fromThrowable(failure == null ? new IllegalStateException() : failure);
    for (AttemptCall<Q, A> one : started) {
      one.stop(Stop.NOT_NEEDED);
    }
    target.execute(() -> delivery.close(status));
  }

  /** The caller cancels: all attempts end, and the first end of one that was sent tells it. */
  void cancel(Stop why) {
    // Who cancels again has not cancelled for another reason.
    Stop earlier = stop;
    Stop told = earlier == null ? why : earlier;
    stop = told;
    boolean isAnyRunning = false;
    for (AttemptCall<Q, A> one : started) {
      isAnyRunning |= one.isRunning();
      one.stop(told);
    }
    if (!isAnyRunning && (!started.isEmpty() || isGivenBackOrEnded.compareAndSet(false, true))) {
      target.execute(() -> delivery.close(told.status()));
      CompletableFuture<AttemptCall<Q, A>> future = answer;
      if (future != null) {
        future.cancel(false);
      }
    }
  }

  /** Of the attempt that the caller gets, or of the first one. */
  Attributes attributes() {
    AttemptCall<Q, A> of = chosen;
    ClientCall<Q, A> call = (of == null ? first : of).call();
    return call == null ? Attributes.EMPTY : call.getAttributes();
  }
}
