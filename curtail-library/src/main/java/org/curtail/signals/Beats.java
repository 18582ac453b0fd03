package org.curtail.signals;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Notices stops, on a thread that sleeps for short whiles: if it was away for much longer than it
 * wanted to sleep, and did not wait for a core either, the process stood still, or the machine did.
 * For one thread.
 */
final class Beats {
  /** Twice the time between beats: timers are late by less. */
  static final long LEAST_STOP_NANOS = 10_000_000;

  private final ThreadReadings readings;
  private final Consumer<Pause> to;
  private @Nullable ThreadReading last;

  Beats(ThreadReadings readings, Consumer<Pause> to) {
    this.readings = readings;
    this.to = to;
  }

  /**
   * The thread lives. The first beat only begins.
   *
   * @param asleepNanos for which it wanted to sleep since the last beat, at least 0
   * @param lastSleepNanos the last one of these sleeps, at the end of which it is late
   */
  void beat(long asleepNanos, long lastSleepNanos) {
    ThreadReading now = readings.read();
    ThreadReading before = last;
    last = now;
    Pause stop = before == null ? null : stop(before, now, asleepNanos, lastSleepNanos);
    if (stop != null) {
      to.accept(stop);
    }
  }

  /**
   * The stop between two readings; null if there was none. It begins where the thread should have
   * woken up, less half of its last sleep, since it may have begun at any time of that. After a
   * stop the thread may have to wait for a core.
   */
  static @Nullable Pause stop(
      ThreadReading last, ThreadReading now, long asleepNanos, long lastSleepNanos) {
    if (last.runDelayNanos() < 0 || now.runDelayNanos() < 0) {
      return null;
    }
    long delayNanos = Math.max(now.runDelayNanos() - last.runDelayNanos(), 0);
    long cpuNanos = Math.max(now.cpuNanos() - last.cpuNanos(), 0);
    long lateNanos = now.wallNanos() - last.wallNanos() - asleepNanos - delayNanos - cpuNanos;
    if (lateNanos < LEAST_STOP_NANOS) {
      return null;
    }
    long toNanos = now.wallNanos() - delayNanos;
    return new Pause(toNanos - lateNanos - lastSleepNanos / 2, toNanos, Pause.Kind.STOPPED);
  }
}
