package org.curtail.runtime;

import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;

/**
 * A request of a {@link TimedEngine}. Its work never ends by itself. It has the progress on shared
 * cores.
 */
final class TimedJob implements SharedWork<TimedJob, Long> {
  static final long NEVER = Long.MAX_VALUE;

  /** Rounding error of progress summed over many events: far below a nanosecond. */
  static final double ROUNDING_NANOS = 1e-3;

  /** More chunks than any request comes to. */
  private static final int CHUNKS = 100_000_000;

  private final LongSupplier clock;
  private final long periodNanos;
  private final Runnable ran;
  final int index;
  final Request<TimedJob, Long> request;

  /** In order of joining. */
  final List<Worker> workers = new ArrayList<>();

  /** The start, later by the preempted time. */
  long startNanos;

  boolean started;
  long asideFromNanos;
  double remaining = 1;
  double ratePerNano;
  long endNanos = NEVER;

  /**
   * A request that arrives now.
   *
   * @param periodNanos time from one border of a thread to the next
   * @param ran hears of each chunk that was run
   */
  TimedJob(
      int index,
      RequestOptions options,
      Engine engine,
      LongSupplier clock,
      long periodNanos,
      Runnable ran) {
    this.clock = clock;
    this.periodNanos = periodNanos;
    this.ran = ran;
    this.index = index;
    request = new Request<>(engine.nextId(), this, options, engine, clock.getAsLong(), null);
  }

  @Override
  public int chunks() {
    return CHUNKS;
  }

  @Override
  public TimedJob join() {
    return this;
  }

  @Override
  public void run(TimedJob worker, int chunk, Checkpoint checkpoint) {
    ran.run();
  }

  @Override
  public Long complete(List<TimedJob> workers) {
    return clock.getAsLong();
  }

  /** From one border of any of its threads to the next. */
  boolean isAtBorder() {
    return (clock.getAsLong() - startNanos) % spacingNanos() == 0;
  }

  long nextBorderNanos() {
    long nowNanos = clock.getAsLong();
    return nowNanos + spacingNanos() - (nowNanos - startNanos) % spacingNanos();
  }

  private long spacingNanos() {
    return Math.max(1, periodNanos / workers.size());
  }

  /** A thread of an ended request that still computes its last chunk. */
  static final class LingeringThread {
    final Worker worker;
    final TimedJob job;
    double leftNanos;

    LingeringThread(Worker worker, TimedJob job, double leftNanos) {
      this.worker = worker;
      this.job = job;
      this.leftNanos = leftNanos;
    }

    long endNanos(long nowNanos, double share) {
      return nowNanos + (long) Math.ceil((leftNanos - ROUNDING_NANOS) / share);
    }
  }
}
