package org.curtail.micrometer;

import io.micrometer.core.instrument.Clock;
import java.util.concurrent.TimeUnit;
import java.util.function.BinaryOperator;
import java.util.function.Supplier;

/**
 * The latest snapshot of an engine or a hedge, and the changes of the last one or two minutes. One
 * snapshot serves for a fifth of a second, since a scrape reads many meters. Thread-safe.
 *
 * @param <M> type of the snapshots
 */
final class Window<M> {
  private static final long FRESH_NANOS = TimeUnit.MILLISECONDS.toNanos(200);
  private static final long TURN_NANOS = TimeUnit.MINUTES.toNanos(1);

  private final Clock clock;
  private final Supplier<M> source;
  private final BinaryOperator<M> since;

  private M latest;
  private long latestNanos;
  private M lately;

  /** The snapshot before the recent changes. */
  private M begin;

  private M nextBegin;
  private long nextBeginNanos;

  /**
   * @param clock clock of the registry
   * @param since function of a snapshot and an earlier one that returns the changes between them
   */
  Window(Clock clock, Supplier<M> source, BinaryOperator<M> since) {
    this.clock = clock;
    this.source = source;
    this.since = since;
    latest = source.get();
    latestNanos = clock.monotonicTime();
    begin = latest;
    nextBegin = latest;
    nextBeginNanos = latestNanos;
    lately = since.apply(latest, begin);
  }

  synchronized M latest() {
    refresh();
    return latest;
  }

  /** Returns the changes of the last one or two minutes; of less time after the binding. */
  synchronized M lately() {
    refresh();
    return lately;
  }

  private void refresh() {
    long nowNanos = clock.monotonicTime();
    if (nowNanos - latestNanos < FRESH_NANOS) {
      return;
    }
    latest = source.get();
    latestNanos = nowNanos;
    if (nowNanos - nextBeginNanos >= TURN_NANOS) {
      begin = nextBegin;
      nextBegin = latest;
      nextBeginNanos = nowNanos;
    }
    lately = since.apply(latest, begin);
  }
}
