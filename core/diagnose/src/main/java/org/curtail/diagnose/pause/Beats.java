package org.curtail.diagnose.pause;

import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.curtail.signals.ThreadReading;
import org.jspecify.annotations.Nullable;

/**
 * Notices stops of the process or the machine, on a thread that sleeps for a short time again and
 * again. There was a stop if the thread was away for much longer than it wanted to sleep, and did
 * not wait for a core. For one thread.
 */
final class Beats {
  /** Twice the time between beats: timers are never as late as that. */
  static final long LEAST_STOP_NANOS = 10_000_000;

  /**
   * Least length of a sure stop: more than half a sleep, because the beginning of a stop is
   * uncertain by that time.
   */
  static final long LEAST_SURE_STOP_NANOS = 3_000_000;

  /** Receives stops. */
  @FunctionalInterface
  interface Listener {
    /**
     * Reports a stop.
     *
     * @param sure true if the stop cannot have been a pause of the JVM
     */
    void stopped(Pause stop, boolean sure);
  }

  private final Supplier<ThreadReading> readings;
  private final BooleanSupplier sure;
  private final BooleanSupplier lateSure;
  private final Listener to;
  private @Nullable ThreadReading last;

  /** True if the process was surely stopped, perhaps after the last reading. */
  private boolean sureSinceLast;

  /**
   * Beats of a thread that has not beaten yet.
   *
   * @param sure true if the process was surely stopped since the last question
   * @param lateSure true if the process was surely stopped since the last question; asked only if
   *     the thread was late and {@code sure} is false
   */
  Beats(
      Supplier<ThreadReading> readings,
      BooleanSupplier sure,
      BooleanSupplier lateSure,
      Listener to) {
    this.readings = readings;
    this.sure = sure;
    this.lateSure = lateSure;
    this.to = to;
  }

  /**
   * Notes that the thread lives. The first call only takes a reading.
   *
   * @param asleepNanos time that the thread wanted to sleep since the last beat, at least 0
   * @param lastSleepNanos the last one of these sleeps; the thread may have woken up late from it
   */
  void beat(long asleepNanos, long lastSleepNanos) {
    // If the process is stopped here, the next reading is late, not this one.
    boolean sureBefore = sure.getAsBoolean();
    ThreadReading now = readings.get();
    boolean sureAfter = sure.getAsBoolean();
    boolean isSure = sureSinceLast || sureBefore || sureAfter;
    sureSinceLast = sureAfter;
    ThreadReading before = last;
    last = now;
    if (before == null) {
      return;
    }
    Pause ifSure = stop(before, now, asleepNanos, lastSleepNanos, LEAST_SURE_STOP_NANOS);
    if (ifSure == null) {
      return;
    }
    if (isSure || lateSure.getAsBoolean()) {
      to.stopped(ifSure, true);
      return;
    }
    Pause unsure = stop(before, now, asleepNanos, lastSleepNanos, LEAST_STOP_NANOS);
    if (unsure != null) {
      to.stopped(unsure, false);
    }
  }

  /**
   * The stop between two readings; null if there was none. The stop may have begun at any time of
   * the last sleep. So its assumed beginning is half of that sleep before the thread should have
   * woken up. After a stop, the thread may have to wait for a core.
   */
  static @Nullable Pause stop(
      ThreadReading last,
      ThreadReading now,
      long asleepNanos,
      long lastSleepNanos,
      long leastNanos) {
    if (last.runDelayNanos() < 0 || now.runDelayNanos() < 0) {
      return null;
    }
    long delayNanos = Math.max(now.runDelayNanos() - last.runDelayNanos(), 0);
    long cpuNanos = Math.max(now.cpuNanos() - last.cpuNanos(), 0);
    long lateNanos = now.wallNanos() - last.wallNanos() - asleepNanos - delayNanos - cpuNanos;
    if (lateNanos < leastNanos) {
      return null;
    }
    long toNanos = now.wallNanos() - delayNanos;
    return new Pause(toNanos - lateNanos - lastSleepNanos / 2, toNanos, Pause.Kind.STOPPED);
  }
}
