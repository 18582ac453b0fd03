package org.curtail.runtime;

import org.curtail.signals.Signals;
import org.curtail.signals.TagWords;
import org.curtail.signals.ThreadReading;
import org.curtail.signals.ThreadReadings;

/**
 * The signals of an engine, of which the readings may throw. That is reported once, and from then
 * on threads read nothing but the time. Safe for all threads.
 */
final class ContainedSignals {
  private final ThreadReadings readings;
  private final TagWords tags;
  private final NanoClock clock;
  private volatile boolean failed;

  ContainedSignals(Signals signals, NanoClock clock) {
    readings = signals.readings();
    tags = signals.tags();
    this.clock = clock;
  }

  TagWords tags() {
    return tags;
  }

  /** What was counted of the current thread. */
  ThreadReading read() {
    if (failed) {
      return readWall();
    }
    try {
      return readings.read();
    } catch (VirtualMachineError e) {
      return readWall();
    } catch (Throwable e) {
      fail(e);
      return readWall();
    }
  }

  /** Nothing but the time. */
  ThreadReading readWall() {
    return ThreadReading.ofWall(clock.nanoTime());
  }

  private synchronized void fail(Throwable e) {
    if (!failed) {
      failed = true;
      FaultReport.error(
          "thread readings %s failed and are not asked again; stints have times only"
              .formatted(readings.getClass().getName()),
          e);
    }
  }
}
