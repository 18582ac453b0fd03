package org.curtail.hedge;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeoutException;
import org.curtail.reissue.ReissueGoal;
import org.curtail.reissue.ReissuePlan;
import org.curtail.reissue.ReissuePolicy;
import org.jspecify.annotations.Nullable;

/**
 * Sends asynchronous calls again that have no answer yet, as a plan says, and takes the first
 * answer. Works for whatever can be started and answers by a {@link
 * java.util.concurrent.CompletionStage}. Safe for all threads.
 *
 * <pre>{@code
 * try (Hedge hedge = Hedge.of(plan).named("catalog").idempotent().start()) {
 *   CompletableFuture<String> answer = hedge.call(attempt -> send(attempt), Duration.ofSeconds(1));
 * }
 * }</pre>
 *
 * <p>The first attempt starts on the caller's thread, hedges on the hedge's own thread for time, of
 * which there is one, whatever the number of calls, and retries on the thread that reports the
 * failure. Another thread, of low priority, learns from the calls. Both are daemons.
 */
public final class Hedge implements AutoCloseable {
  private final HedgeSetup setup;
  private final HedgeParts parts;
  private final CallNumbers numbers;

  /** Null where a test steps the timer. */
  private final @Nullable TimerThread thread;

  /** Null if nobody learns from calls. */
  private final @Nullable HedgeWatch watch;

  /** Null without a watch, or where a test steps it. */
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
    SeenCalls seen = parts.seen();
    HedgeWatch made = seen == null ? null : new HedgeWatch(setup, parts, seen);
    watch = made;
    watchThread = made == null || !hasThreads ? null : new WatchThread(setup.name(), made, clock);
    if (watchThread != null) {
      watchThread.start();
    }
  }

  /**
   * Hedges as planned. The budget is the plan's, unless the setup says otherwise.
   *
   * @throws IllegalArgumentException if the plan has more than 100 attempts
   */
  public static HedgeSetup of(ReissuePlan plan) {
    return HedgeSetup.of(plan);
  }

  /**
   * Hedges by a policy of which nothing else is known. The budget is 5 % of the calls, unless the
   * setup says otherwise.
   *
   * @throws IllegalArgumentException if the policy has more than 100 attempts
   */
  public static HedgeSetup of(ReissuePolicy policy) {
    return HedgeSetup.of(policy);
  }

  /**
   * Learns from its own calls when to hedge, and goes on learning. Sends nothing again before it
   * has seen enough. The budget is the goal's, unless the setup says otherwise.
   */
  public static HedgeSetup adaptive(ReissueGoal goal) {
    return HedgeSetup.adaptive(goal);
  }

  /** As {@link #call(HedgedCall, Duration)}, without a deadline. */
  public <T extends @Nullable Object> CompletableFuture<T> call(HedgedCall<T> call) {
    requireNonNull(call, "call");
    return begun(call, parts.clock().now(), HedgeTimer.NEVER);
  }

  /**
   * Starts a call, and further attempts of it when they are due. The first attempt that succeeds is
   * the answer. An attempt that fails does not end the call while another one is under way; if none
   * is, the failure is the answer, unless it is {@linkplain HedgeSetup#retrying retried}. If all
   * attempts fail, the answer is the first failure; at most 8 others are suppressed in it. A
   * failure that is {@linkplain HedgeSetup#fatal fatal} ends the call at once and is the answer.
   *
   * <p>The answer is there first, then the attempts that lost are cancelled: by {@link
   * Attempt#onCancel}, and by {@link CompletableFuture#cancel} if that is what the call returned
   * and nobody wants {@linkplain HedgeSetup#unused unused answers}. Whoever cancels or completes
   * the returned future itself ends the call too.
   *
   * <p>Stages that depend on the answer and are not asynchronous run on the thread that answered;
   * after the deadline on a virtual thread of their own, together with cancellation.
   *
   * @param timeout from now; if it is over before there is an answer, the call fails with a {@link
   *     TimeoutException}; if it is not positive, at once, and nothing is sent
   * @return never fails to be returned: what {@code call} throws is its failure; if the hedge is
   *     closed, it fails with a {@link RejectedExecutionException}; if it is cancelled, with a
   *     {@link CancellationException}
   */
  public <T extends @Nullable Object> CompletableFuture<T> call(
      HedgedCall<T> call, Duration timeout) {
    requireNonNull(call, "call");
    long timeoutNanos = nanos(timeout);
    if (timeoutNanos <= 0) {
      return CompletableFuture.failedFuture(
          new TimeoutException("the deadline has passed already: " + timeout + " were left"));
    }
    long nowNanos = parts.clock().now();
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
    parts.budget().first();
    var underWay =
        new CallUnderWay<>(parts, call, context, numbers.next(), nowNanos, deadlineNanos);
    AnswerFuture<T> answer = underWay.future();
    try {
      underWay.begin(call);
    } catch (Throwable e) {
      // The stack has run out, or memory. There may be no room for a call, so these are none.
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

  /** What has happened so far. */
  public HedgeMetrics metrics() {
    parts.endBroken();
    HedgeMetrics.CallTimes with = parts.times().with();
    HedgeMetrics.CallTimes without = parts.times().without();
    HedgeMetrics.Counts counts = parts.meters().counts();
    var gauges =
        new HedgeMetrics.Gauges(
            Math.max(counts.calls() - counts.allEnded(), 0),
            parts.budget().tokens(),
            parts.gate().guard().state().open(),
            policy(),
            parts.told().failed());
    return new HedgeMetrics(0, parts.clock().now(), counts, gauges, with, without);
  }

  /** When attempts are sent at this moment; changes if the hedge is adaptive. */
  public ReissuePolicy policy() {
    return parts.schedule().policy();
  }

  /**
   * In plain words: when it hedges at this moment, what keeps it from hedging more, and why. A few
   * lines, the last with a line break too.
   */
  public String explain() {
    return HedgeExplanation.of(setup, parts, watch);
  }

  /**
   * Refuses new calls and sends no further attempts. Returns at once: attempts under way go on, and
   * their calls end with their answers, or at their deadlines. Once closed, does nothing.
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

  /** For tests: waits until its threads have ended. */
  boolean awaitEnd(long millis) throws InterruptedException {
    return (thread == null || thread.awaitEnd(millis))
        && (watchThread == null || watchThread.awaitEnd(millis));
  }
}
