package org.curtail.runtime;

import java.util.function.Supplier;
import org.curtail.signals.Signals;
import org.curtail.signals.TagWords;
import org.curtail.signals.ThreadReading;
import org.jspecify.annotations.Nullable;

/**
 * What the threads of an engine read of themselves: for all requests what the engine was given, and
 * if that is nothing, CPU time for those whose work wants it. Safe for all threads.
 */
final class EngineSignals {
  private final @Nullable Guarded given;
  private final NanoClock clock;

  /** Made for the first request that wants it, since the JVM takes some time for it. */
  private volatile @Nullable Guarded cpuTime;

  /**
   * Those of an engine.
   *
   * @param given null if it was given none
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
   * The signals of an engine, of which the readings may throw. That is reported once, and from then
   * on threads read nothing but the time. Safe for all threads.
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

    /** What was counted of the current thread. */
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
}
