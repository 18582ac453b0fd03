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

  /** Runs tasks that may block, apart from the timer thread. */
  private final Executor apart;

  private final Supplier<? extends @Nullable Executor> context;

  /** Null if unused answers are not wanted. */
  private final @Nullable Consumer<Object> unused;

  private final AtomicBoolean saidUnused = new AtomicBoolean();
  final long seed;
  private volatile Schedule schedule;

  /**
   * Calls whose end could not be reported, since stack or memory ran out; the others follow it.
   * Written as a field, as there may be no room for a method call. Two threads at the same moment
   * may lose one call: that is rare enough.
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

  /** Returns the schedule for new calls; those under way keep theirs. */
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

  /** Ends calls whose end could not be reported. Any thread with room may try. */
  void endBroken() {
    CallUnderWay<?> first = broken;
    for (CallUnderWay<?> call = first; call != null; call = call.nextBroken) {
      call.endBroken();
    }
    // Only now: after an exception they would still be there for the next try.
    if (first != null && broken == first) {
      broken = null;
    }
  }

  /** True on the timer thread, which all hedges and deadlines wait for. */
  boolean isTimerThread() {
    return timer.isOwnThread();
  }

  /** Runs a task apart from the timer thread. Never throws, and runs it in any case. */
  void runApart(Runnable what) {
    try {
      apart.execute(what);
    } catch (Throwable e) {
      HedgeFaults.report(e); // There is no memory for a thread.
      what.run();
    }
  }

  /** Returns the executor that starts copies of this thread's call; null for none. */
  @Nullable Executor context() {
    return context.get();
  }

  /** True if unused answers are wanted. */
  boolean hasUnused() {
    return unused != null;
  }

  /** Hands over an answer that no caller gets. Never throws. */
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

  /** A user's test of failures; an exception of it is reported once and counts as false. */
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
