package org.curtail.hedge;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLongArray;
import org.curtail.hedge.HedgeTimer.TimerThread;
import org.curtail.hedge.HedgeWatch.WatchThread;
import org.curtail.reissue.ReissueGoal;
import org.curtail.reissue.ReissuePlan;
import org.curtail.reissue.ReissuePolicy;
import org.jspecify.annotations.Nullable;

/**
 * Hedges asynchronous calls: sends copies of unanswered calls by a plan, and uses the first answer.
 * Works for all code that returns a {@link java.util.concurrent.CompletionStage}. Thread-safe.
 *
 * <pre>{@code
 * try (Hedge hedge = Hedge.of(plan).named("catalog").idempotent().start()) {
 *   CompletableFuture<String> answer = hedge.call(attempt -> send(attempt), Duration.ofSeconds(1));
 * }
 * }</pre>
 *
 * <p>The first attempt starts on the caller's thread. Copies start on the timer thread, one thread
 * for all calls of this hedge. Retries start on the thread that reports the failure. Another
 * thread, of low priority, learns from the calls. The timer thread and the learning thread are
 * daemons.
 */
public final class Hedge implements AutoCloseable {
  private final HedgeSetup setup;
  private final HedgeParts parts;
  private final CallNumbers numbers;

  /** Null if a test advances the timer by hand. */
  private final @Nullable TimerThread thread;

  /** Null if nothing is learned from calls. */
  private final @Nullable HedgeWatch watch;

  /** Null without a watch, or if a test advances the watch by hand. */
  private final @Nullable WatchThread watchThread;

  Hedge(HedgeSetup setup, boolean hasThreads) {
    HedgeFaults.prepare();
    setup.check();
    this.setup = setup;
    var clock = new SteadyClock(setup.clock());
    if (hasThreads) {
      var started = new TimerThread(setup.name(), clock);
      thread = started;
      numbers = CallNumbers.striped();
      parts = new HedgeParts(setup, clock, started.timer(), setup.late());
    } else {
      thread = null;
      numbers = new CallNumbers(1);
      parts = new HedgeParts(setup, clock, new HedgeTimer(() -> {}), Runnable::run);
    }
    CallSample seen = parts.seen;
    HedgeWatch made = seen == null ? null : new HedgeWatch(setup, parts, seen);
    watch = made;
    watchThread = made == null || !hasThreads ? null : new WatchThread(setup.name(), made, clock);
    if (watchThread != null) {
      watchThread.start();
    }
  }

  /**
   * Returns a setup for a plan. The default budget is that of the plan.
   *
   * @throws IllegalArgumentException if the plan has more than 100 attempts
   */
  public static HedgeSetup of(ReissuePlan plan) {
    return HedgeSetup.of(plan);
  }

  /**
   * Returns a setup for a policy without a plan. The default budget is 5 % of the calls.
   *
   * @throws IllegalArgumentException if the policy has more than 100 attempts
   */
  public static HedgeSetup of(ReissuePolicy policy) {
    return HedgeSetup.of(policy);
  }

  /**
   * Returns a setup for a hedge that continuously learns its policy from its own calls. The hedge
   * sends no copy before it has enough samples. The default budget is that of the goal.
   */
  public static HedgeSetup adaptive(ReissueGoal goal) {
    return HedgeSetup.adaptive(goal);
  }

  /** Like {@link #call(HedgedCall, Duration)}, without a deadline. */
  public <T extends @Nullable Object> CompletableFuture<T> call(HedgedCall<T> call) {
    requireNonNull(call, "call");
    return begun(call, parts.clock.now(), HedgeTimer.NEVER);
  }

  /**
   * Starts a call, and copies of it when they are due. The first successful attempt is the answer.
   * A failed attempt does not end the call while another attempt is under way. A {@linkplain
   * HedgeSetup#retrying retried} failure does not end it either. If all attempts fail, the call
   * fails with the first failure, which suppresses at most 8 others. A {@linkplain HedgeSetup#fatal
   * fatal} failure ends the call at once and is its failure.
   *
   * <p>The hedge first completes the future and then cancels the losing attempts. Cancelling runs
   * the actions of {@link Attempt#onCancel}. Cancelling also calls {@link CompletableFuture#cancel}
   * if an attempt returned such a future, except with a hook for {@linkplain HedgeSetup#unused
   * unused answers}. The call also ends when its caller cancels or completes the returned future.
   *
   * <p>Dependent stages that are not asynchronous run on the thread that answered. After a
   * deadline, dependent stages and cancellation actions run on a new virtual thread.
   *
   * @param timeout time from now after which the call fails with a {@link TimeoutException}; if
   *     zero or negative, the call fails at once and sends nothing
   * @return the answer, or a failure: an exception of {@code call}, a {@link
   *     RejectedExecutionException} if the hedge is closed, or a {@link CancellationException};
   *     this method itself never throws
   */
  public <T extends @Nullable Object> CompletableFuture<T> call(
      HedgedCall<T> call, Duration timeout) {
    requireNonNull(call, "call");
    long timeoutNanos = nanos(timeout);
    if (timeoutNanos <= 0) {
      return CompletableFuture.failedFuture(
          new TimeoutException("the deadline has passed already: " + timeout + " were left"));
    }
    long nowNanos = parts.clock.now();
    return begun(call, nowNanos, SteadyClock.after(nowNanos, timeoutNanos));
  }

  private static long nanos(Duration timeout) {
    try {
      return timeout.toNanos();
    } catch (ArithmeticException e) {
      return timeout.isNegative() ? -1 : HedgeTimer.NEVER;
    }
  }

  private <T extends @Nullable Object> CompletableFuture<T> begun(
      HedgedCall<T> call, long nowNanos, long deadlineNanos) {
    if (parts.isClosed()) {
      return CompletableFuture.failedFuture(
          new RejectedExecutionException("hedge " + setup.name() + " is closed"));
    }
    Executor context;
    try {
      context = parts.context();
    } catch (Throwable e) {
      return CompletableFuture.failedFuture(e);
    }
    parts.budget.first();
    var underWay =
        new CallUnderWay<>(parts, call, context, numbers.next(), nowNanos, deadlineNanos);
    AnswerFuture<T> answer = underWay.future();
    try {
      underWay.begin(call);
    } catch (Throwable e) {
      // Stack or memory has run out. The stack may have no room for a method call.
      if (underWay.broken == null) {
        underWay.broken = e;
        underWay.nextBroken = parts.broken;
        parts.broken = underWay;
      }
    }
    if (parts.broken != null) {
      parts.endBroken();
    }
    return answer;
  }

  /** Returns the name that this hedge was {@linkplain HedgeSetup#named set up} with. */
  public String name() {
    return setup.name();
  }

  /** Returns the budget of copies and retries; several hedges may share it. */
  public HedgeBudget budget() {
    return parts.budget;
  }

  /**
   * Adds a listener while the hedge is in use. The listener may receive the end of a call whose
   * begin it did not receive.
   */
  public void addListener(HedgeListener listener) {
    parts.listeners.add(requireNonNull(listener, "listener"));
  }

  /**
   * Removes this very listener. Calls of other threads that have begun may still reach it. Does
   * nothing if the hedge does not have it.
   */
  public void removeListener(HedgeListener listener) {
    parts.listeners.remove(requireNonNull(listener, "listener"));
  }

  /** Returns a snapshot of the metrics. */
  public HedgeMetrics metrics() {
    parts.endBroken();
    HedgeMetrics.CallTimes with = parts.times.with();
    HedgeMetrics.CallTimes without = parts.times.without();
    HedgeMetrics.Counts counts = parts.meters.counts();
    var gauges =
        new HedgeMetrics.Gauges(
            Math.max(counts.calls() - counts.allEnded(), 0),
            parts.budget.tokens(),
            parts.gate.guard().state().open(),
            policy(),
            parts.listeners.failed());
    return new HedgeMetrics(0, parts.clock.now(), counts, gauges, with, without);
  }

  /** Returns the present policy. The policy of an adaptive hedge changes. */
  public ReissuePolicy policy() {
    return parts.schedule().policy();
  }

  /**
   * Explains in a few lines when the hedge sends copies now, the limits of copies, and the reasons.
   * Each line ends with a line break.
   */
  public String explain() {
    return HedgeExplanation.of(setup, parts, watch);
  }

  /**
   * Refuses new calls, and sends no copies or retries from now on. Returns at once. Attempts under
   * way go on, and their calls end with an answer or at their deadlines. A second close has no
   * effect.
   */
  @Override
  public void close() {
    parts.close();
    if (thread != null) {
      thread.close();
    }
    if (watchThread != null) {
      watchThread.close();
    }
  }

  /** For tests. */
  HedgeParts parts() {
    return parts;
  }

  /** For tests. */
  @Nullable HedgeWatch watch() {
    return watch;
  }

  /** For tests: waits until the threads of this hedge have ended. */
  boolean awaitEnd(long millis) throws InterruptedException {
    return (thread == null || thread.awaitEnd(millis))
        && (watchThread == null || watchThread.awaitEnd(millis));
  }

  /** Source of unique call numbers, with striped counters against contention. Thread-safe. */
  static final class CallNumbers {
    /** Distance of counters in different cache lines. */
    private static final int APART = 16;

    private final AtomicLongArray counters;
    private final int stripes;

    /**
     * @param stripes number of counters, a power of two; with 1, numbers are consecutive
     */
    CallNumbers(int stripes) {
      this.stripes = stripes;
      counters = new AtomicLongArray((stripes + 1) * APART);
    }

    /**
     * Returns a source with the number of cores rounded up to a power of two as its number of
     * counters.
     */
    static CallNumbers striped() {
      int cores = Math.clamp(Runtime.getRuntime().availableProcessors(), 1, 64);
      return new CallNumbers(Integer.highestOneBit(2 * cores - 1));
    }

    long next() {
      if (stripes == 1) {
        return counters.getAndIncrement(APART);
      }
      long thread = Thread.currentThread().threadId() * 0x9E3779B97F4A7C15L;
      int stripe = (int) (thread >>> 40) & (stripes - 1);
      return counters.getAndIncrement((stripe + 1) * APART) * stripes + stripe;
    }
  }
}
