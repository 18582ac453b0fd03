package org.curtail.runtime;

import java.util.function.Supplier;
import org.curtail.signals.Signals;
import org.curtail.signals.TagWords;
import org.curtail.signals.ThreadReading;
import org.jspecify.annotations.Nullable;

/**
 * The readings of an engine's threads. With signals, threads read themselves for all requests.
 * Without signals, they read their CPU time for requests whose work wants it. Safe for all threads.
 */
final class EngineSignals {
  private final @Nullable Guarded given;
  private final NanoClock clock;

  /**
   * Readings of CPU time, made for the first request that wants them, because making them takes
   * some time.
   */
  private volatile @Nullable Guarded cpuTime;

  /**
   * Signals of an engine.
   *
   * @param given null for none
   */
  EngineSignals(@Nullable Signals given, NanoClock clock) {
    this.given = given == null ? null : new Guarded(given, clock);
    this.clock = clock;
  }

  /** Returns the signals for one request; null if its threads read nothing, which costs nothing. */
  @Nullable Guarded of(boolean wantsCpuTime) {
    return given != null || !wantsCpuTime ? given : cpuTime();
  }

  private Guarded cpuTime() {
    Guarded known = cpuTime;
    return known == null ? made() : known;
  }

  private synchronized Guarded made() {
    Guarded known = cpuTime;
    if (known == null) {
      known = new Guarded(Signals.cpuTime(), clock);
      cpuTime = known;
    }
    return known;
  }

  /**
   * Signals whose readings may throw. The first fault is reported. From then on, threads read only
   * the time. Safe for all threads.
   */
  static final class Guarded {
    private final Supplier<ThreadReading> readings;
    private final TagWords tags;
    private final NanoClock clock;
    private volatile boolean failed;

    Guarded(Signals signals, NanoClock clock) {
      readings = signals.readings();
      tags = signals.tags();
      this.clock = clock;
    }

    TagWords tags() {
      return tags;
    }

    /** Returns the counts of the current thread. */
    ThreadReading read() {
      if (failed) {
        return readWall();
      }
      try {
        return readings.get();
      } catch (VirtualMachineError e) {
        return readWall();
      } catch (Throwable e) {
        fail(e);
        return readWall();
      }
    }

    /** Returns a reading with the time only. */
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
}
