package org.curtail.hedge;

import static java.util.Objects.requireNonNull;
import static org.curtail.hedge.CallState.ENDED;
import static org.curtail.hedge.CallState.NO_MORE;
import static org.curtail.hedge.CallState.ONE_FAILED;
import static org.curtail.hedge.CallState.ONE_SENT;
import static org.curtail.hedge.CallState.REVIEWED;
import static org.curtail.hedge.CallState.failures;
import static org.curtail.hedge.CallState.sent;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import org.curtail.hedge.CallEnd.Outcome;
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
 */
final class CallUnderWay<T extends @Nullable Object> extends TimedCall<T> {
  private static final VarHandle STATE;
  private static final VarHandle FAILURE;
  private static final VarHandle LAST;

  static {
    try {
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      STATE = lookup.findVarHandle(CallUnderWay.class, "state", int.class);
      FAILURE = lookup.findVarHandle(CallUnderWay.class, "firstFailure", Throwable.class);
      LAST = lookup.findVarHandle(CallUnderWay.class, "last", AttemptUnderWay.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final HedgedCall<T> call;

  /** Written by its handle only. */
  @SuppressWarnings("unused")
  private volatile int state = ONE_SENT;

  /** The attempt that was linked last; the others hang on it. */
  private volatile @Nullable AttemptUnderWay<T> last;

  /** Of the attempts; others are suppressed in it. */
  private volatile @Nullable Throwable firstFailure;

  /** Sent twice at once, both let finish. Written before others know of the call. */
  private final boolean isProbe;

  CallUnderWay(HedgeParts parts, HedgedCall<T> call, long number, long nowNanos, long deadline) {
    super(parts, number, nowNanos, deadline);
    this.call = call;
    isProbe = parts.gate().probes(coin());
  }

  /** Sends the first attempt, on the caller's thread. */
  void begin() {
    var first = new AttemptUnderWay<>(this, 0, startNanos);
    last = first;
    parts.told().sent(number, 0);
    first.start(call);
    if (isProbe && !sendAgain(2)) {
      parts.budget().giveBack();
    }
    await(!isProbe);
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
  void timeOut() {
    int seen = state;
    TimeoutException late =
        Failures.late(deadlineNanos - startNanos, sent(seen), failures(seen), firstFailure);
    if (end()) {
      conclude(Outcome.TIMED_OUT, null, late);
      try {
        super.completeExceptionally(late);
      } finally {
        cancelAttempts();
      }
    }
  }

  // ---- Further attempts.

  @Override
  void hedge(int reissue) {
    if (parts.isClosed() || (state & NO_MORE) != 0) {
      return;
    }
    SuppressedBy by = parts.gate().suppresses(coin(), reissue);
    if (by != null) {
      suppressed(sent(state), by);
    } else if (!sendAgain(Math.max(schedule.maxAttempts(), 2))) {
      parts.budget().giveBack();
    }
  }

  private void suppressed(int attempt, SuppressedBy by) {
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
    parts.told().sent(number, attempt.number());
    attempt.start(call);
  }

  // ---- What attempts report.

  /** An attempt was answered. */
  void answered(AttemptUnderWay<T> attempt, T value) {
    if (!end()) {
      reviewProbe();
      return;
    }
    conclude(Outcome.ANSWERED, attempt, null);
    try {
      super.complete(value);
    } finally {
      if (!isProbe) {
        cancelAttempts();
      }
    }
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
    if (!end()) {
      reviewProbe();
      return;
    }
    Throwable earlier = firstFailure;
    if (earlier != null) {
      Failures.add(failure, earlier);
    }
    conclude(Outcome.FAILED, null, failure);
    try {
      super.completeExceptionally(failure);
    } finally {
      cancelAttempts();
    }
  }

  /** Tries to send another attempt in place of the last one, which has failed. */
  private boolean retried(int seen) {
    if (!parts.budget().take()) {
      if (ended(seen)) {
        suppressed(sent(seen), SuppressedBy.BUDGET);
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
    if (!STATE.compareAndSet(this, seen, (seen + ONE_FAILED) | ENDED)) {
      return false;
    }
    Throwable failure = firstFailure;
    if (failure == null) {
      throw new AssertionError("failed without a failure");
    }
    conclude(Outcome.FAILED, null, failure);
    super.completeExceptionally(failure);
    return true;
  }

  private void remember(Throwable failure) {
    if (!FAILURE.compareAndSet(this, null, failure)) {
      Throwable first = firstFailure;
      if (first != null) {
        Failures.add(first, failure);
      }
    }
  }

  /** What an attempt is to do when it is cancelled has thrown. */
  void cancellationFailed(Throwable e) {
    parts.told().cancellationFailed(e);
  }

  // ---- What the caller does.

  @Override
  public boolean complete(T value) {
    return endedByCaller(() -> super.complete(value));
  }

  @Override
  public boolean completeExceptionally(Throwable failure) {
    requireNonNull(failure, "failure");
    return endedByCaller(() -> super.completeExceptionally(failure));
  }

  /** Cancels the attempts that are under way too. */
  @Override
  public boolean cancel(boolean mayInterruptIfRunning) {
    return endedByCaller(() -> super.cancel(mayInterruptIfRunning)) || isCancelled();
  }

  private boolean endedByCaller(BooleanSupplier completes) {
    if (!end()) {
      return false;
    }
    conclude(Outcome.CANCELLED, null, null);
    try {
      return completes.getAsBoolean();
    } finally {
      cancelAttempts();
    }
  }

  // ---- The end.

  /** Returns true for one of those that try. */
  private boolean end() {
    return ((int) STATE.getAndBitwiseOr(this, ENDED) & ENDED) == 0;
  }

  /** Counts and tells. Must not keep the answer from its caller, whatever happens. */
  private void conclude(
      Outcome outcome, @Nullable AttemptUnderWay<T> winner, @Nullable Throwable failure) {
    try {
      int sent = sent(state);
      int winning = winner == null ? -1 : winner.number();
      long nowNanos = winner == null ? nowNanos() : winner.endedNanos();
      long nanos = Math.max(nowNanos - startNanos, 0);
      parts.meters().ended(outcome, sent, winning);
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
      HedgeFaults.met(e);
    }
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
