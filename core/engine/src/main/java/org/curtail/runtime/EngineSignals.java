package org.curtail.runtime;

import java.util.function.Supplier;
import org.curtail.signals.Signals;
import org.curtail.signals.TagWords;
import org.curtail.signals.ThreadReading;
import org.jspecify.annotations.Nullable;

/**
 * The readings of an engine's threads: for all requests by the engine's signals; without signals,
 * CPU time for requests whose work wants it. Safe for all threads.
 */
final class EngineSignals {
  private final @Nullable Guarded given;
  private final NanoClock clock;

  /** Made for the first request that wants it, since the JVM takes some time for it. */
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

  /** For one request; null if its threads are to read nothing, which costs nothing. */
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
   * Signals whose readings may throw. The first fault is reported; from then on threads read
   * nothing but the time. Safe for all threads.
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
