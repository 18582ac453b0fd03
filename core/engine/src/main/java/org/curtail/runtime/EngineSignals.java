package org.curtail.runtime;

import org.curtail.signals.Signals;
import org.jspecify.annotations.Nullable;

/**
 * What the threads of an engine read of themselves: for all requests what the engine was given, and
 * if that is nothing, CPU time for those whose work wants it. Safe for all threads.
 */
final class EngineSignals {
  private final @Nullable ContainedSignals given;
  private final NanoClock clock;

  /** Made for the first request that wants it, since the JVM takes some time for it. */
  private volatile @Nullable ContainedSignals cpuTime;

  /**
   * Those of an engine.
   *
   * @param given null if it was given none
   */
  EngineSignals(@Nullable Signals given, NanoClock clock) {
    this.given = given == null ? null : new ContainedSignals(given, clock);
    this.clock = clock;
  }

  /** For one request; null if its threads are to read nothing, which costs nothing. */
  @Nullable ContainedSignals of(boolean wantsCpuTime) {
    return given != null || !wantsCpuTime ? given : cpuTime();
  }

  private ContainedSignals cpuTime() {
    ContainedSignals known = cpuTime;
    return known == null ? made() : known;
  }

  private synchronized ContainedSignals made() {
    ContainedSignals known = cpuTime;
    if (known == null) {
      known = new ContainedSignals(Signals.cpuTime(), clock);
      cpuTime = known;
    }
    return known;
  }
}
