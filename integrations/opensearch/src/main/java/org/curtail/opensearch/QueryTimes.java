package org.curtail.opensearch;

import java.util.EnumMap;
import java.util.Map;
import org.curtail.runtime.Timeline;
import org.curtail.signals.Stint;

/**
 * Times of a shard query, reported one after the other on several threads by the parts that observe
 * them.
 */
final class QueryTimes {
  /** Arrival, on the clock of {@code System.nanoTime}. */
  final long arrivalNanos = System.nanoTime();

  // 0 until reported.
  private volatile long admittedNanos;
  private volatile long phaseFromNanos;
  private volatile long phaseNanos;
  private volatile long searchNanos;
  private volatile long engineNanos;
  private volatile long offCpuNanos;
  private volatile long fetchNanos;
  private volatile long cpuNanos;

  /** The query may begin. */
  void admitted() {
    admittedNanos = System.nanoTime();
  }

  void phaseBegan() {
    phaseFromNanos = System.nanoTime();
  }

  void phaseEnded(long nanos) {
    phaseNanos = nanos;
  }

  /** Duration of its search, on the engine or not. */
  void searched(long nanos) {
    searchNanos = nanos;
  }

  /** Timeline of its search, on the engine or not. */
  void served(Timeline timeline) {
    engineNanos = timeline.preemptedNanos();
    long wallNanos = 0;
    long ofStints = 0;
    for (Stint stint : timeline.stints()) {
      if (stint.cpuNanos() >= 0) {
        wallNanos += stint.wallNanos();
        ofStints += stint.cpuNanos();
      }
    }
    if (wallNanos > 0) {
      cpuNanos = ofStints;
      double off = Math.max(wallNanos - ofStints, 0) / (double) wallNanos;
      offCpuNanos = Math.round(off * timeline.executionNanos());
    }
  }

  void fetched(long nanos) {
    fetchNanos = nanos;
  }

  /** Returns the CPU time of its search, or the duration of its query phase; 0 if it had none. */
  long costNanos() {
    return cpuNanos > 0 ? cpuNanos : phaseNanos;
  }

  /** Returns the time since it may begin; 0 if it may not. */
  long heldNanos(long nowNanos) {
    return admittedNanos == 0 ? 0 : nowNanos - admittedNanos;
  }

  /** Divides its time until now among causes; the sum is all of it. */
  Map<Cause, Long> causes(long nowNanos) {
    var causes = new EnumMap<Cause, Long>(Cause.class);
    long left = nowNanos - arrivalNanos;
    long beforeNanos = phaseFromNanos == 0 ? left : phaseFromNanos - arrivalNanos;
    long admission = admittedNanos == 0 ? left : admittedNanos - arrivalNanos;
    // Modes other than searcher do not measure the search separately.
    long search = searchNanos == 0 ? phaseNanos : searchNanos;
    left -= put(causes, Cause.ADMISSION, admission, left);
    left -= put(causes, Cause.POOL_QUEUE, beforeNanos - admission, left);
    left -= put(causes, Cause.ENGINE, engineNanos, left);
    left -= put(causes, Cause.OFF_CPU, offCpuNanos, left);
    left -= put(causes, Cause.SEARCH, search - engineNanos - offCpuNanos, left);
    left -= put(causes, Cause.COLLECT, phaseNanos - search, left);
    left -= put(causes, Cause.FETCH, fetchNanos, left);
    causes.put(Cause.OTHER, left);
    return causes;
  }

  /** Limits a part to what is left, at least 0: clocks are read at different moments. */
  private static long put(Map<Cause, Long> causes, Cause cause, long nanos, long left) {
    long within = Math.clamp(nanos, 0, Math.max(left, 0));
    causes.put(cause, within);
    return within;
  }
}
