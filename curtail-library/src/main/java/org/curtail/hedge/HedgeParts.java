package org.curtail.hedge;

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
  private final long seed;
  private volatile Schedule schedule;
  private volatile boolean closed;

  HedgeParts(HedgeSetup setup, SteadyClock clock, HedgeTimer timer) {
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

  /** Never throws. */
  boolean mayRetry(Throwable failure) {
    return retrying.of(failure);
  }

  /** Never throws. */
  boolean isFatal(Throwable failure) {
    return fatal.of(failure);
  }
}
