package org.curtail.hedge;

import static java.util.Objects.requireNonNull;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Collections;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import org.curtail.hedge.CallSample.SampledAttempt;
import org.curtail.hedge.CallSample.SampledCall;
import org.curtail.hedge.HedgeListener.CallEnd.Outcome;
import org.curtail.reissue.live.AttemptObservations.End;
import org.jspecify.annotations.Nullable;

/**
 * One call with its attempts. The state of a call is one number: attempts sent, attempts failed,
 * and flags such as "ended". Each step exchanges that number atomically. So the call ends once, and
 * no attempt starts after a step that forbids it. No lock is held while users' code runs, so users'
 * code may call any method.
 *
 * <p>Three kinds of threads send attempts. The caller's thread sends the first attempt and the
 * second one of a probe. The timer's thread sends hedges. The thread that reports the last failure
 * sends retries. Two threads may send at the same moment, so attempts are linked atomically: the
 * end of the call must find each of them.
 *
 * <p>A timer or an attempt that never answers may refer to a call long after its end. An ended call
 * therefore releases its answer and all objects of the caller.
 */
final class CallUnderWay<T extends @Nullable Object> extends TimedCall {
  /** Added for each attempt that is sent. */
  private static final int ONE_SENT = 1;

  /** Added for each attempt that has failed. */
  private static final int ONE_FAILED = 1 << 8;

  /** Set once the call has ended. */
  private static final int ENDED = 1 << 16;

  /** Set once a probe's two attempts have been reviewed. */
  private static final int REVIEWED = 1 << 17;

  /** Set once an attempt has forbidden further ones. */
  private static final int NO_MORE = 1 << 18;

  /** Set once the end is counted. */
  private static final int COUNTED = 1 << 19;

  /** Lowest bit of the outcome. */
  private static final int OUTCOME = 20;

  private static final Outcome[] OUTCOMES = Outcome.values();

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

  /** Null once the call has ended. */
  private @Nullable HedgedCall<T> call;

  /** Starts copies and retries; null if the caller set none, and once the call has ended. */
  private @Nullable Executor context;

  /** Null once the call has ended and the future is complete. */
  private @Nullable AnswerFuture<T> future = new AnswerFuture<>(this);

  /** Written by its handle only. */
  @SuppressWarnings("unused")
  private volatile int state = ONE_SENT;

  /** The attempt that was linked last, head of the list of attempts. */
  private volatile @Nullable AttemptUnderWay<T> last;

  /** First failure of an attempt. Later failures are suppressed in it. */
  private volatile @Nullable Throwable firstFailure;

  /** The answer for the caller; null before it arrived, or if no hook for unused answers is set. */
  private volatile @Nullable WeakReference<Object> given;

  /** True once this call is counted as started. */
  private boolean isCalled;

  /** True if stack or memory ran out while the end was counted. */
  private boolean isUncounted;

  /**
   * The error that stopped a step of this call, as stack or memory ran out. Null if there was none.
   */
  @Nullable Throwable broken;

  /** Next call in the list of broken calls. */
  @Nullable CallUnderWay<?> nextBroken;

  /** True for a probe: two attempts are sent at once, and both run to their end. */
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
    isProbe = parts.gate.becomesProbe(coin());
  }

  /** Returns the caller's future. Called before the call begins. */
  AnswerFuture<T> future() {
    return requireNonNull(future);
  }

  /** Sends the first attempt, on the caller's thread. */
  void begin(HedgedCall<T> what) {
    parts.meters.call();
    isCalled = true;
    var first = new AttemptUnderWay<>(this, 0, startNanos);
    last = first;
    parts.listeners.sent(number, 0);
    first.start(what);
    if (isProbe && !sendAgain(2)) {
      parts.budget.giveBack();
    }
    await(!isProbe);
  }

  /**
   * Ends this call if one of its steps ran out of stack or memory. Does nothing for other calls.
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
    AnswerFuture<T> answer = future;
    if (answer != null) {
      answer.fail(failure);
    }
    release();
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
      parts.runOnOtherThread(
          rest); // The caller's stages and the cancellation of attempts may block.
    }
  }

  // ---- Copies and retries.

  @Override
  void hedge(int reissue) {
    if (parts.isClosed() || (state & NO_MORE) != 0) {
      return;
    }
    HedgeListener.SuppressedBy by = parts.gate.reasonToSuppress(coin(), reissue);
    if (by != null) {
      suppressed(sent(state), by);
    } else if (!sendAgain(Math.max(schedule.maxAttempts(), 2))) {
      parts.budget.giveBack();
    }
  }

  private void suppressed(int attempt, HedgeListener.SuppressedBy by) {
    parts.meters.suppressed(by);
    parts.listeners.suppressed(number, attempt, by);
  }

  /** Forbids copies and retries from now on. */
  void sendNoMore() {
    STATE.getAndBitwiseOr(this, NO_MORE);
  }

  /** Sends a copy. Returns false if the call has ended or may send no more attempts. */
  private boolean sendAgain(int maxAttempts) {
    while (true) {
      int seen = state;
      if ((seen & (ENDED | NO_MORE)) != 0 || sent(seen) >= maxAttempts) {
        return false;
      }
      AttemptUnderWay<T> attempt = nextAttempt(seen);
      if (STATE.compareAndSet(this, seen, seen + ONE_SENT)) {
        parts.meters.hedge();
        launch(attempt);
        return true;
      }
    }
  }

  /** Creates the next attempt. Called before the attempt is counted, as memory may run out. */
  private AttemptUnderWay<T> nextAttempt(int seen) {
    return new AttemptUnderWay<>(this, sent(seen), nowNanos());
  }

  private void launch(AttemptUnderWay<T> attempt) {
    do {
      attempt.previous = last;
    } while (!LAST.compareAndSet(this, attempt.previous, attempt));
    // A thread that ends the call later finds the attempt. An earlier end is noticed here.
    if ((state & ENDED) != 0) {
      attempt.cancel();
      return;
    }
    try {
      parts.listeners.sent(number, attempt.number());
      start(attempt);
    } catch (Throwable e) {
      try {
        attempt.failed(e);
      } catch (Throwable further) {
        // As in Hedge: the stack may have no room for a method call.
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
      attempt.cancel(); // The call has ended meanwhile.
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

  // ---- Reports of attempts.

  /** Called when an attempt was answered. */
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
    if (parts.isTimerThread()) {
      parts.runOnOtherThread(
          () -> give(attempt, value)); // The copy was answered while it was started.
    } else {
      give(attempt, value);
    }
  }

  /** Completes a call that has ended with an answer. */
  private void give(AttemptUnderWay<T> attempt, T value) {
    AnswerFuture<T> answer = future();
    try {
      conclude(Outcome.ANSWERED, attempt, null, attempt.endedNanos());
    } finally {
      try {
        if (!answer.answer(value)) {
          parts.unused(value); // The caller has obtruded another answer.
        }
        release();
      } finally {
        if (!isProbe) {
          cancelAttempts();
        }
      }
    }
  }

  /** Called when a cancelled attempt was answered. */
  void answeredLate(T value) {
    if (isForCaller(value)) {
      parts.unused(value);
    }
  }

  /**
   * Returns true for the first answer. A later answer goes to the hook for unused answers, except
   * if it is the same object as the first.
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

  /** Called when an attempt has failed. */
  void failed(Throwable failure) {
    parts.meters.attemptFailed();
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

  /** Ends the call with this failure at once, also if other attempts are under way. */
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

  /** Tries to send a retry after the failure of the last attempt. */
  private boolean retried(int seen) {
    if (!parts.budget.take()) {
      if (ended(seen)) {
        suppressed(sent(seen), HedgeListener.SuppressedBy.BUDGET);
        return true;
      }
      return false;
    }
    AttemptUnderWay<T> attempt = nextAttempt(seen);
    if (!STATE.compareAndSet(this, seen, seen + ONE_FAILED + ONE_SENT)) {
      parts.budget.giveBack();
      return false;
    }
    parts.meters.retry();
    launch(attempt);
    return true;
  }

  /** Tries to end the call after the failure of its last attempt. */
  private boolean ended(int seen) {
    if (!STATE.compareAndSet(this, seen, ended(seen + ONE_FAILED, Outcome.FAILED))) {
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
    if (parts.isTimerThread()) {
      parts.runOnOtherThread(
          () -> fail(Outcome.FAILED, failure, nowNanos)); // A copy failed at once.
    } else {
      fail(Outcome.FAILED, failure, nowNanos);
    }
  }

  /** Completes a call that has ended without an answer. */
  private void fail(Outcome outcome, Throwable failure, long nowNanos) {
    AnswerFuture<T> answer = future();
    try {
      conclude(outcome, null, failure, nowNanos);
    } finally {
      try {
        answer.fail(failure);
        release();
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

  /** True if the hook for unused answers is set. Futures of attempts must then not be cancelled. */
  boolean wantsAllAnswers() {
    return parts.hasUnused();
  }

  /** Reports an exception of a cancellation action. */
  void cancellationFailed(Throwable e) {
    parts.listeners.cancellationFailed(e);
  }

  /**
   * Ends the call for its caller.
   *
   * @param completes completes the future
   */
  boolean endedByCaller(BooleanSupplier completes) {
    if (!end(Outcome.CANCELLED)) {
      return false;
    }
    AnswerFuture<T> answer = future;
    boolean isCompleted = false;
    try {
      try {
        conclude(Outcome.CANCELLED, null, null, nowNanos());
      } finally {
        try {
          isCompleted = completes.getAsBoolean();
        } finally {
          release();
          cancelAttempts();
        }
      }
    } catch (Throwable e) {
      // As in Hedge: the stack may have no room for a method call. The future may be incomplete.
      future = answer;
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

  /** Ends the call. Returns true to exactly one thread. */
  private boolean end(Outcome outcome) {
    while (true) {
      int seen = state;
      if ((seen & ENDED) != 0) {
        return false;
      }
      if (STATE.compareAndSet(this, seen, ended(seen, outcome))) {
        return true;
      }
    }
  }

  /** Counts the end and notifies listeners. Never throws, so that the caller gets the answer. */
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
      parts.meters.endedCopies(sent, winning);
      AttemptUnderWay<T> latest = last;
      if (latest != null) {
        recordTimes(parts.times, outcome, latest, winner, nanos);
        if (!isProbe) {
          recordAttempts(parts.seen, latest, nowNanos, false);
        }
      }
      reviewProbe();
      parts.listeners.ended(number, outcome, sent, winning, nanos, failure);
    } catch (Throwable e) {
      if (((state & COUNTED) == 0 || isUncounted) && broken == null) {
        broken = e;
        nextBroken = parts.broken;
        parts.broken = this;
      }
      HedgeFaults.report(e);
    }
  }

  /** Counts the end once. May be called again if stack or memory ran out here. */
  private void count() {
    int before = (int) STATE.getAndBitwiseOr(this, COUNTED);
    if ((before & COUNTED) == 0 || isUncounted) {
      isUncounted = false;
      try {
        parts.meters.ended(outcome(before));
      } catch (Throwable e) {
        isUncounted = true;
        throw e;
      }
    }
  }

  /** Releases all references to objects of the caller, and removes the call from the timer. */
  private void release() {
    parts.timer.over(this);
    call = null;
    context = null;
    future = null;
    firstFailure = null;
  }

  /** Records a probe as a pair once all its attempts have ended. */
  private void reviewProbe() {
    AttemptUnderWay<T> latest = last;
    if (isProbe
        && latest != null
        && hasEnded(latest)
        && ((int) STATE.getAndBitwiseOr(this, REVIEWED) & REVIEWED) == 0) {
      recordAttempts(parts.seen, latest, 0, true);
    }
  }

  private void cancelAttempts() {
    for (AttemptUnderWay<T> at = last; at != null; at = at.previous) {
      at.cancel();
    }
  }

  // ---- Time.

  long nowNanos() {
    return parts.clock.now();
  }

  long deadlineReading() {
    return parts.clock.reading(deadlineNanos);
  }

  long remainingNanos() {
    return parts.clock.until(deadlineNanos);
  }

  /** Returns the given state with the bits of an end. */
  @SuppressWarnings("EnumOrdinal") // Read back by the same program only.
  private static int ended(int state, Outcome outcome) {
    return state | ENDED | outcome.ordinal() << OUTCOME;
  }

  private static Outcome outcome(int state) {
    return OUTCOMES[state >>> OUTCOME];
  }

  /** Returns the number of sent attempts, including the first. */
  private static int sent(int state) {
    return state & 0xFF;
  }

  /** Returns the number of failed attempts. */
  private static int failures(int state) {
    return state >>> 8 & 0xFF;
  }

  /**
   * Records times for the metrics.
   *
   * @param nanos nanos from the call to its end
   */
  private static void recordTimes(
      LiveTimes times,
      Outcome outcome,
      AttemptUnderWay<?> last,
      @Nullable AttemptUnderWay<?> winner,
      long nanos) {
    if (outcome == Outcome.FAILED) {
      return;
    }
    if (last.previous == null) {
      times.recordSingle(outcome, nanos);
      return;
    }
    AttemptUnderWay<?> first = last;
    for (AttemptUnderWay<?> at = last; at != null; at = at.previous) {
      first = at;
    }
    times.recordSeveral(outcome, nanos, first == winner, first.hasEnded());
  }

  /**
   * Records attempts for the watch.
   *
   * @param isProbe true if two attempts were sent at once, and both have ended
   */
  private static void recordAttempts(
      @Nullable CallSample seen, AttemptUnderWay<?> last, long nowNanos, boolean isProbe) {
    if (seen == null) {
      return;
    }
    if (last.previous == null) {
      seen.alone(last.durationNanos(nowNanos), last.end());
      return;
    }
    var attempts = new ArrayList<SampledAttempt>();
    boolean areAnswered = true;
    for (AttemptUnderWay<?> at = last; at != null; at = at.previous) {
      attempts.add(new SampledAttempt(at.durationNanos(nowNanos), at.end()));
      areAnswered &= at.end() == End.ANSWERED;
    }
    Collections.reverse(attempts);
    seen.several(new SampledCall(attempts, isProbe && areAnswered && attempts.size() == 2));
  }

  /** True if all attempts have answered or failed. */
  private static boolean hasEnded(AttemptUnderWay<?> last) {
    for (AttemptUnderWay<?> at = last; at != null; at = at.previous) {
      if (!at.hasEnded()) {
        return false;
      }
    }
    return true;
  }

  /**
   * The failure of a call whose deadline passed. Many calls may fail at one time, so this exception
   * is cheap: it has no stack trace, and formats its message on demand.
   */
  private static final class DeadlinePassed extends TimeoutException {
    private static final long serialVersionUID = 1;

    private final long nanos;
    private final int sent;
    private final int failed;

    /**
     * @param sent number of attempts
     * @param failed number of failed attempts
     * @param cause the first failure, null if there is none
     */
    DeadlinePassed(long nanos, int sent, int failed, @Nullable Throwable cause) {
      this.nanos = nanos;
      this.sent = sent;
      this.failed = failed;
      if (cause != null) {
        initCause(cause);
      }
    }

    @Override
    public String getMessage() {
      return "no answer within %s ms; attempts sent: %d, of which failed: %d"
          .formatted(nanos / 1e6, sent, failed);
    }

    @Override
    public synchronized Throwable fillInStackTrace() {
      return this;
    }
  }

  /** Suppresses the failures of a call's other attempts in the first one. */
  private static final class Failures {
    /** Limit for an exception object that is thrown again and again. */
    static final int MOST_SUPPRESSED = 8;

    private Failures() {}

    /** Adds a failure. Ignores the same object and failures beyond the limit. Throws nothing. */
    @SuppressWarnings("ReferenceEquality") // An exception cannot suppress itself.
    static void add(Throwable to, Throwable further) {
      try {
        if (to != further) {
          // addSuppressed takes this lock too.
          synchronized (to) {
            if (to.getSuppressed().length < MOST_SUPPRESSED) {
              to.addSuppressed(further);
            }
          }
        }
      } catch (Throwable e) {
        // Memory is short, or the exception overrides methods. The first failure is enough.
      }
    }
  }
}
