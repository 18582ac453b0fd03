package org.curtail.hedge;

import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What all calls of a hedge share. Safe for all threads. */
final class HedgeParts {
  private final SteadyClock clock;
  private final HedgeTimer timer;
  private final HedgeBudget budget;
  private final HedgeMeters meters;
  private final HedgeGate gate;
  private final HedgeListeners told;
  private final LiveTimes times = new LiveTimes();

  /** Null if nobody learns from calls. */
  private final @Nullable SeenCalls seen;

  private final Judgement retrying;
  private final Judgement fatal;

  /** Runs what may block, apart from the thread for time. */
  private final Executor elsewhere;

  private final Supplier<? extends @Nullable Executor> context;

  /** Null if nobody wants them. */
  private final @Nullable Consumer<Object> unused;

  private final AtomicBoolean saidUnused = new AtomicBoolean();
  private final long seed;
  private volatile Schedule schedule;

  /**
   * Calls whose end could not be reported, since stack or memory ran out; the others hang on it.
   * Written as a field, for there may be no room to call a method. Two threads that do so at the
   * same moment may lose one: that is rare enough.
   */
  volatile @Nullable CallUnderWay<?> broken;

  private volatile boolean closed;

  HedgeParts(HedgeSetup setup, SteadyClock clock, HedgeTimer timer, Executor elsewhere) {
    this.elsewhere = elsewhere;
    this.clock = clock;
    this.timer = timer;
    budget = setup.budget();
    meters = new HedgeMeters();
    gate = new HedgeGate(setup, meters, budget);
    seen = setup.isWatched() ? new SeenCalls() : null;
    told = new HedgeListeners(setup.listeners(), setup.recording());
    retrying =
        new Judgement(
            setup.retrying(),
            "the test of which failures are retried failed; such failures are not retried");
    fatal =
        new Judgement(
            setup.fatal(),
            "the test of which failures are fatal failed; such failures do not end their calls");
    context = setup.context();
    unused = setup.unused();
    seed = setup.seed();
    schedule = setup.schedule();
  }

  SteadyClock clock() {
    return clock;
  }

  HedgeTimer timer() {
    return timer;
  }

  HedgeBudget budget() {
    return budget;
  }

  HedgeMeters meters() {
    return meters;
  }

  HedgeGate gate() {
    return gate;
  }

  HedgeListeners told() {
    return told;
  }

  LiveTimes times() {
    return times;
  }

  @Nullable SeenCalls seen() {
    return seen;
  }

  long seed() {
    return seed;
  }

  /** For calls that start now; those under way keep theirs. */
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

  /** Ends calls whose end could not be reported. Whoever has room for that may try. */
  void endBroken() {
    CallUnderWay<?> first = broken;
    for (CallUnderWay<?> call = first; call != null; call = call.nextBroken) {
      call.endBroken();
    }
    // Only now: had something been thrown on the way, they would still be there for the next one.
    if (first != null && broken == first) {
      broken = null;
    }
  }

  /** Whether this thread is the one that all hedges and deadlines wait for. */
  boolean isThreadForTime() {
    return timer.isOwnThread();
  }

  /** Runs it apart from the thread for time. Never throws, and runs it in any case. */
  void elsewhere(Runnable what) {
    try {
      elsewhere.execute(what);
    } catch (Throwable e) {
      HedgeFaults.met(e); // There is no memory for a thread.
      what.run();
    }
  }

  /** What copies of a call of this thread are to be started in; null for nothing. */
  @Nullable Executor context() {
    return context.get();
  }

  /** Whether somebody wants answers that no caller gets. */
  boolean hasUnused() {
    return unused != null;
  }

  /** Nobody gets this answer. Never throws. */
  void unused(@Nullable Object answer) {
    if (unused == null || answer == null) {
      return;
    }
    try {
      unused.accept(answer);
    } catch (Throwable e) {
      if (saidUnused.compareAndSet(false, true)) {
        HedgeFaults.error(
            "the hook for unused answers failed; it goes on, further failures are not said", e);
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
}
