package org.curtail.runtime;

import org.curtail.Load;

/** What an engine shows of itself: counts since its start, and how it is at this moment. */
final class EngineMeters {
  private final Meters counts;
  private final NanoClock clock;
  private final long fromNanos;
  private final int cores;
  private final int threads;
  private final int queueLimit;

  // For those who look from outside.
  private volatile int boostedThreads;
  private volatile int pausedThreads;
  private volatile int aside;

  /**
   * Of an engine.
   *
   * @param threads of the pool
   */
  EngineMeters(Meters counts, NanoClock clock, int cores, int threads, int queueLimit) {
    this.counts = counts;
    this.clock = clock;
    this.cores = cores;
    this.threads = threads;
    this.queueLimit = queueLimit;
    fromNanos = clock.nanoTime();
  }

  /** Under the engine's lock. */
  void show(int boosted, int paused, int setAside) {
    if (aside != setAside) {
      aside = setAside;
    }
    if (boostedThreads != boosted) {
      boostedThreads = boosted;
    }
    if (pausedThreads != paused) {
      pausedThreads = paused;
    }
  }

  Metrics metrics(Metrics.Gauges gauges) {
    return counts.metrics(fromNanos, clock, gauges);
  }

  Metrics.Gauges gauges(Load load, boolean policyFailed, int listenersFailed) {
    return new Metrics.Gauges(
        load.waiting(),
        load.requests() - load.waiting(),
        aside,
        load.threads(),
        boostedThreads,
        pausedThreads,
        threads,
        cores,
        queueLimit,
        policyFailed,
        listenersFailed);
  }
}
