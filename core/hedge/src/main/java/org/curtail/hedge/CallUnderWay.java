package org.curtail.hedge;

import static java.util.Objects.requireNonNull;
import static org.curtail.hedge.CallState.COUNTED;
import static org.curtail.hedge.CallState.ENDED;
import static org.curtail.hedge.CallState.NO_MORE;
import static org.curtail.hedge.CallState.ONE_FAILED;
import static org.curtail.hedge.CallState.ONE_SENT;
import static org.curtail.hedge.CallState.REVIEWED;
import static org.curtail.hedge.CallState.failures;
import static org.curtail.hedge.CallState.sent;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.ref.WeakReference;
import java.util.concurrent.Executor;
import java.util.function.BooleanSupplier;
import org.curtail.hedge.HedgeListener.CallEnd.Outcome;
import org.jspecify.annotations.Nullable;

/**
 * One call with its attempts. Its state is one number: attempts sent, attempts that failed, and
 * whether it has ended. Each step is one exchange of that number, so it ends once, and no attempt
 * is begun beside another step that forbids it. No lock is held while users' code runs, which may
 * therefore call back at any point.
 *
 * <p>Attempts are sent by three: the first, and a probe's second, by the caller; hedges by the
 * timer's thread; retries by the thread that reports the last failure. Two of them may do so at the
 * same moment, so attempts are linked by an exchange, too: each must be found when the call ends.
 *
 * <p>A timer may know a call for long after its end, and so may an attempt that lost and never
 * answers. So a call that has ended lets go of its answer, and of what the caller has supplied.
 */
final class CallUnderWay<T extends @Nullable Object> extends TimedCall {
  private static final VarHandle STATE;
  private static final VarHandle FAILURE;
  private static final VarHandle LAST;
  private static final VarHandle GIVEN;

  static {
    try {
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      STATE = lookup.findVarHandle(CallUnderWay.class, "state", int.class);
      FAILURE = lookup.findVarHandle(CallUnderWay.class, "firstFailure", Throwable.class);
      LAST = lookup.findVarHandle(CallUnderWay.class, "last", AttemptUnderWay.class);
      GIVEN = lookup.findVarHandle(CallUnderWay.class, "given", WeakReference.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /** Null once it has ended. */
  private @Nullable HedgedCall<T> call;

  /** What copies and retries are started in; null for nothing, and once it has ended. */
  private @Nullable Executor context;

  /** Null once it has ended and the future is completed. */
  private @Nullable AnswerFuture<T> future = new AnswerFuture<>(this);

  /** Written by its handle only. */
  @SuppressWarnings("unused")
  private volatile int state = ONE_SENT;

  /** The attempt that was linked last; the others hang on it. */
  private volatile @Nullable AttemptUnderWay<T> last;

  /** Of the attempts; others are suppressed in it. */
  private volatile @Nullable Throwable firstFailure;

  /** The answer that the caller gets; null before there is one, or if nobody asks for others. */
  private volatile @Nullable WeakReference<Object> given;

  /** Whether it is counted as a call. */
  private boolean isCalled;

  /** Whether stack or memory ran out just when its end was to be counted. */
  private boolean isUncounted;

  /** By what some step of it was kept from its end: stack or memory ran out. Else null. */
  @Nullable Throwable broken;

  /** The one that broke before it. */
  @Nullable CallUnderWay<?> nextBroken;

  /** Sent twice at once, both let finish. Written before others know of the call. */
  private final boolean isProbe;

  CallUnderWay(
      HedgeParts parts,
      HedgedCall<T> call,
      @Nullable Executor context,
      long number,
      long nowNanos,
      long deadline) {
    super(parts, number, nowNanos, deadline);
    this.call = call;
    this.context = context;
    isProbe = parts.gate().probes(coin());
  }

  /** For the caller. Asked before it begins. */
  AnswerFuture<T> future() {
    return requireNonNull(future);
  }

  /** Sends the first attempt, on the caller's thread. */
  void begin(HedgedCall<T> what) {
    parts.meters().call();
    isCalled = true;
    var first = new AttemptUnderWay<>(this, 0, startNanos);
    last = first;
    parts.told().sent(number, 0);
    first.start(what);
    if (isProbe && !sendAgain(2)) {
      parts.budget().giveBack();
    }
    await(!isProbe);
  }

  /**
   * Stack or memory ran out at some step of it: does what is missing of its end. Does nothing if
   * nothing is.
   */
  void endBroken() {
    Throwable failure = broken;
    if (failure == null) {
      return;
    }
    end(Outcome.FAILED);
    if (isCalled) {
      count();
    }
    AnswerFuture<T> told = future;
    if (told != null) {
      told.fail(failure);
    }
    letGo();
    cancelAttempts();
  }

  @Override
  boolean hasEnded() {
    return (state & ENDED) != 0;
  }

  @Override
  @Nullable Object replica() {
    AttemptUnderWay<T> latest = last;
    return latest == null ? null : latest.replica();
  }

  @Override
  boolean isAlone() {
    return sent(state) == 1;
  }

  @Override
  void timeOut(long nowNanos) {
    int seen = state;
    var late =
        new DeadlinePassed(deadlineNanos - startNanos, sent(seen), failures(seen), firstFailure);
    Runnable rest = () -> fail(Outcome.TIMED_OUT, late, nowNanos);
    if (end(Outcome.TIMED_OUT)) {
      parts.elsewhere(
          rest); // What the caller does then, and how attempts are cancelled, may block.
    }
  }

  // ---- Further attempts.

  @Override
  void hedge(int reissue) {
    if (parts.isClosed() || (state & NO_MORE) != 0) {
      return;
    }
    HedgeListener.SuppressedBy by = parts.gate().suppresses(coin(), reissue);
    if (by != null) {
      suppressed(sent(state), by);
    } else if (!sendAgain(Math.max(schedule.maxAttempts(), 2))) {
      parts.budget().giveBack();
    }
  }

  private void suppressed(int attempt, HedgeListener.SuppressedBy by) {
    parts.meters().suppressed(by);
    parts.told().suppressed(number, attempt, by);
  }

  /** An attempt says that there is to be none after it. */
  void sendNoMore() {
    STATE.getAndBitwiseOr(this, NO_MORE);
  }

  /** Returns false if the call has ended or has all its attempts. */
  private boolean sendAgain(int maxAttempts) {
    while (true) {
      int seen = state;
      if ((seen & (ENDED | NO_MORE)) != 0 || sent(seen) >= maxAttempts) {
        return false;
      }
      AttemptUnderWay<T> attempt = nextAttempt(seen);
      if (STATE.compareAndSet(this, seen, seen + ONE_SENT)) {
        parts.meters().hedge();
        launch(attempt);
        return true;
      }
    }
  }

  /** Made before it is counted: memory may run out. */
  private AttemptUnderWay<T> nextAttempt(int seen) {
    return new AttemptUnderWay<>(this, sent(seen), nowNanos());
  }

  private void launch(AttemptUnderWay<T> attempt) {
    do {
      attempt.previous = last;
    } while (!LAST.compareAndSet(this, attempt.previous, attempt));
    // Whoever ends the call after this has seen the attempt; whoever ended it before is seen here.
    if ((state & ENDED) != 0) {
      attempt.cancel();
      return;
    }
    try {
      parts.told().sent(number, attempt.number());
      start(attempt);
    } catch (Throwable e) {
      try {
        attempt.failed(e);
      } catch (Throwable further) {
        // As in Hedge: there may be no room for a call.
        if (broken == null) {
          broken = further;
          nextBroken = parts.broken;
          parts.broken = this;
        }
      }
    }
  }

  private void start(AttemptUnderWay<T> attempt) {
    HedgedCall<T> what = call;
    Executor within = context;
    if (what == null) {
      attempt.cancel(); // It has ended just now.
    } else if (within == null) {
      attempt.start(what);
    } else {
      within.execute(() -> {
        if (!attempt.isCancelled()) {
          attempt.start(what);
        }
      });
    }
  }

  // ---- What attempts report.

  /** An attempt was answered. */
  void answered(AttemptUnderWay<T> attempt, T value) {
    if (!isForCaller(value)) {
      reviewProbe();
      return;
    }
    if (!end(Outcome.ANSWERED)) {
      reviewProbe();
      parts.unused(value);
      return;
    }
    if (parts.isThreadForTime()) {
      parts.elsewhere(() -> give(attempt, value)); // A copy that was answered while it was started.
    } else {
      give(attempt, value);
    }
  }

  /** What is to be done after it has ended with an answer. */
  private void give(AttemptUnderWay<T> attempt, T value) {
    AnswerFuture<T> told = future();
    try {
      conclude(Outcome.ANSWERED, attempt, null, attempt.endedNanos());
    } finally {
      try {
        if (!told.answer(value)) {
          parts.unused(value); // The caller has obtruded another one.
        }
        letGo();
      } finally {
        if (!isProbe) {
          cancelAttempts();
        }
      }
    }
  }

  /** An attempt that is not needed any more was answered. */
  void answeredLate(T value) {
    if (isForCaller(value)) {
      parts.unused(value);
    }
  }

  /**
   * Returns true for the first answer. Another one is unused, unless it is the same object: then
   * attempts share it, and the caller has it.
   */
  private boolean isForCaller(T value) {
    if (!parts.hasUnused() || GIVEN.compareAndSet(this, null, new WeakReference<Object>(value))) {
      return true;
    }
    WeakReference<Object> other = given;
    if (other != null && !other.refersTo(value)) {
      parts.unused(value);
    }
    return false;
  }

  /** An attempt has failed. */
  void failed(Throwable failure) {
    parts.meters().attemptFailed();
    if (parts.isFatal(failure)) {
      failedFatally(failure);
      return;
    }
    remember(failure);
    Boolean mayRetry = null;
    while (true) {
      int seen = state;
      if ((seen & ENDED) != 0) {
        reviewProbe();
        return;
      }
      if (failures(seen) + 1 < sent(seen)) {
        if (STATE.compareAndSet(this, seen, seen + ONE_FAILED)) {
          return;
        }
        continue;
      }
      if (mayRetry == null) {
        mayRetry = parts.mayRetry(failure);
      }
      boolean retries =
          mayRetry
              && (seen & NO_MORE) == 0
              && sent(seen) < schedule.maxAttempts()
              && !parts.isClosed();
      if (retries ? retried(seen) : ended(seen)) {
        return;
      }
    }
  }

  /** It is the answer, whatever other attempts would bring. */
  private void failedFatally(Throwable failure) {
    if (!end(Outcome.FAILED)) {
      reviewProbe();
      return;
    }
    Throwable earlier = firstFailure;
    if (earlier != null) {
      Failures.add(failure, earlier);
    }
    failed(failure, nowNanos());
  }

  /** Tries to send another attempt in place of the last one, which has failed. */
  private boolean retried(int seen) {
    if (!parts.budget().take()) {
      if (ended(seen)) {
        suppressed(sent(seen), HedgeListener.SuppressedBy.BUDGET);
        return true;
      }
      return false;
    }
    AttemptUnderWay<T> attempt = nextAttempt(seen);
    if (!STATE.compareAndSet(this, seen, seen + ONE_FAILED + ONE_SENT)) {
      parts.budget().giveBack();
      return false;
    }
    parts.meters().retry();
    launch(attempt);
    return true;
  }

  /** Tries to end the call, of which the last attempt has failed. */
  private boolean ended(int seen) {
    if (!STATE.compareAndSet(this, seen, CallState.ended(seen + ONE_FAILED, Outcome.FAILED))) {
      return false;
    }
    Throwable failure = firstFailure;
    if (failure == null) {
      throw new AssertionError("failed without a failure");
    }
    failed(failure, nowNanos());
    return true;
  }

  private void failed(Throwable failure, long nowNanos) {
    if (parts.isThreadForTime()) {
      parts.elsewhere(() -> fail(Outcome.FAILED, failure, nowNanos)); // A copy failed at once.
    } else {
      fail(Outcome.FAILED, failure, nowNanos);
    }
  }

  /** What is to be done after it has ended without an answer. */
  private void fail(Outcome outcome, Throwable failure, long nowNanos) {
    AnswerFuture<T> told = future();
    try {
      conclude(outcome, null, failure, nowNanos);
    } finally {
      try {
        told.fail(failure);
        letGo();
      } finally {
        cancelAttempts();
      }
    }
  }

  private void remember(Throwable failure) {
    if (!FAILURE.compareAndSet(this, null, failure)) {
      Throwable first = firstFailure;
      if (first != null) {
        Failures.add(first, failure);
      }
    }
  }

  /** Whether its futures must not be cancelled: each answer of theirs is wanted. */
  boolean wantsAllAnswers() {
    return parts.hasUnused();
  }

  /** What an attempt is to do when it is cancelled has thrown. */
  void cancellationFailed(Throwable e) {
    parts.told().cancellationFailed(e);
  }

  /**
   * The caller ends it.
   *
   * @param completes completes the future
   */
  boolean endedByCaller(BooleanSupplier completes) {
    if (!end(Outcome.CANCELLED)) {
      return false;
    }
    AnswerFuture<T> told = future;
    boolean isCompleted = false;
    try {
      try {
        conclude(Outcome.CANCELLED, null, null, nowNanos());
      } finally {
        try {
          isCompleted = completes.getAsBoolean();
        } finally {
          letGo();
          cancelAttempts();
        }
      }
    } catch (Throwable e) {
      // As in Hedge: there may be no room for a call. The future may not have been completed.
      future = told;
      if (broken == null) {
        broken = e;
        nextBroken = parts.broken;
        parts.broken = this;
      }
      throw e;
    }
    return isCompleted;
  }

  // ---- The end.

  /** Returns true for one of those that try. */
  private boolean end(Outcome outcome) {
    while (true) {
      int seen = state;
      if ((seen & ENDED) != 0) {
        return false;
      }
      if (STATE.compareAndSet(this, seen, CallState.ended(seen, outcome))) {
        return true;
      }
    }
  }

  /** Counts and tells. Must not keep the answer from its caller, whatever happens. */
  private void conclude(
      Outcome outcome,
      @Nullable AttemptUnderWay<T> winner,
      @Nullable Throwable failure,
      long nowNanos) {
    try {
      count();
      int sent = sent(state);
      int winning = winner == null ? -1 : winner.number();
      long nanos = Math.max(nowNanos - startNanos, 0);
      parts.meters().further(sent, winning);
      AttemptUnderWay<T> latest = last;
      if (latest != null) {
        Review.times(parts.times(), outcome, latest, winner, nanos);
        if (!isProbe) {
          Review.seen(parts.seen(), latest, nowNanos, false);
        }
      }
      reviewProbe();
      parts.told().ended(number, outcome, sent, winning, nanos, failure);
    } catch (Throwable e) {
      if (((state & COUNTED) == 0 || isUncounted) && broken == null) {
        broken = e;
        nextBroken = parts.broken;
        parts.broken = this;
      }
      HedgeFaults.met(e);
    }
  }

  /** Counts its end, once. If stack or memory runs out here, it may be tried again. */
  private void count() {
    int before = (int) STATE.getAndBitwiseOr(this, COUNTED);
    if ((before & COUNTED) == 0 || isUncounted) {
      isUncounted = false;
      try {
        parts.meters().ended(CallState.outcome(before));
      } catch (Throwable e) {
        isUncounted = true;
        throw e;
      }
    }
  }

  /** What is left of it may be known for long; but not to a timer whose hedge is closed. */
  private void letGo() {
    parts.timer().over(this);
    call = null;
    context = null;
    future = null;
    firstFailure = null;
  }

  /** Once all its attempts have ended, a probe is a pair. */
  private void reviewProbe() {
    AttemptUnderWay<T> latest = last;
    if (isProbe
        && latest != null
        && Review.hasEnded(latest)
        && ((int) STATE.getAndBitwiseOr(this, REVIEWED) & REVIEWED) == 0) {
      Review.seen(parts.seen(), latest, 0, true);
    }
  }

  private void cancelAttempts() {
    for (AttemptUnderWay<T> at = last; at != null; at = at.previous) {
      at.cancel();
    }
  }

  // ---- What it knows.

  long nowNanos() {
    return parts.clock().now();
  }

  long deadlineReading() {
    return parts.clock().reading(deadlineNanos);
  }

  long remainingNanos() {
    return parts.clock().until(deadlineNanos);
  }
}
