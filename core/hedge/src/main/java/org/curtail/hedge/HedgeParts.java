package org.curtail.hedge;

import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Shared parts of all calls of a hedge. Thread-safe. */
final class HedgeParts {
  final SteadyClock clock;
  final HedgeTimer timer;
  final HedgeBudget budget;
  final HedgeMeters meters;
  final HedgeGate gate;
  final HedgeListeners listeners;
  final LiveTimes times = new LiveTimes();

  /** Null if nothing is learned from calls. */
  final @Nullable CallSample seen;

  private final FailureRule retrying;
  private final FailureRule fatal;

  /** Runs tasks that may block, on other threads than the timer thread. */
  private final Executor apart;

  private final Supplier<? extends @Nullable Executor> context;

  /** Null if no hook for unused answers is set. */
  private final @Nullable Consumer<Object> unused;

  private final AtomicBoolean saidUnused = new AtomicBoolean();
  final long seed;
  private volatile Schedule schedule;

  /**
   * Head of the list of broken calls: stack or memory ran out in one of their steps. Written as a
   * field, as the stack may have no room for a method call. Two threads that write at the same
   * moment may lose one call, which is very rare.
   */
  volatile @Nullable CallUnderWay<?> broken;

  private volatile boolean closed;

  HedgeParts(HedgeSetup setup, SteadyClock clock, HedgeTimer timer, Executor apart) {
    this.apart = apart;
    this.clock = clock;
    this.timer = timer;
    budget = setup.budget();
    meters = new HedgeMeters();
    gate = new HedgeGate(setup, meters, budget);
    seen = setup.isWatched() ? new CallSample() : null;
    listeners = new HedgeListeners(setup.listeners(), setup.recording());
    retrying =
        new FailureRule(
            setup.retrying(),
            "the predicate of retried failures failed; such failures are not retried");
    fatal =
        new FailureRule(
            setup.fatal(),
            "the predicate of fatal failures failed; such failures do not end their calls");
    context = setup.context();
    unused = setup.unused();
    seed = setup.seed();
    schedule = setup.schedule();
  }

  /** Returns the schedule for new calls. Calls under way keep their schedule. */
  Schedule schedule() {
    return schedule;
  }

  void schedule(Schedule next) {
    schedule = next;
  }

  boolean isClosed() {
    return closed;
  }

  void close() {
    closed = true;
  }

  /** Ends all broken calls. Any thread may call this. */
  void endBroken() {
    CallUnderWay<?> first = broken;
    for (CallUnderWay<?> call = first; call != null; call = call.nextBroken) {
      call.endBroken();
    }
    // Cleared last: after an exception, the next try finds the calls again.
    if (first != null && broken == first) {
      broken = null;
    }
  }

  /** True on the timer thread. A task that blocks there would delay all hedges and deadlines. */
  boolean isTimerThread() {
    return timer.isOwnThread();
  }

  /** Runs a task on another thread; on this one if no thread can be started. Never throws. */
  void runOnOtherThread(Runnable what) {
    try {
      apart.execute(what);
    } catch (Throwable e) {
      HedgeFaults.report(e); // Memory for a thread is missing.
      what.run();
    }
  }

  /** Returns the executor that starts copies of this thread's call; null if the caller set none. */
  @Nullable Executor context() {
    return context.get();
  }

  /** True if a hook for unused answers is set. */
  boolean hasUnused() {
    return unused != null;
  }

  /** Hands an unused answer to the hook. Never throws. */
  void unused(@Nullable Object answer) {
    if (unused == null || answer == null) {
      return;
    }
    try {
      unused.accept(answer);
    } catch (Throwable e) {
      if (saidUnused.compareAndSet(false, true)) {
        HedgeFaults.error(
            "the hook for unused answers failed; it goes on, further failures are not reported", e);
      }
    }
  }

  /** Never throws. */
  boolean mayRetry(Throwable failure) {
    return retrying.of(failure);
  }

  /** Never throws. */
  boolean isFatal(Throwable failure) {
    return fatal.of(failure);
  }

  /**
   * A user's predicate of failures. An exception counts as false, and the first exception is
   * reported.
   */
  private static final class FailureRule {
    private final Predicate<? super Throwable> test;
    private final String saidIfItThrows;
    private final AtomicBoolean said = new AtomicBoolean();

    FailureRule(Predicate<? super Throwable> test, String saidIfItThrows) {
      this.test = test;
      this.saidIfItThrows = saidIfItThrows;
    }

    /** Tests a failure. Never throws. */
    boolean of(Throwable failure) {
      try {
        return test.test(failure);
      } catch (Throwable e) {
        if (said.compareAndSet(false, true)) {
          HedgeFaults.error(saidIfItThrows, e);
        }
        return false;
      }
    }
  }
}
