package org.curtail.opensearch;

import java.util.EnumMap;
import java.util.Map;
import org.curtail.runtime.Timeline;
import org.curtail.signals.Stint;

/**
 * What a query of a shard spends its time on, as those tell who see a part of it: one after the
 * other, on several threads.
 */
final class QueryTimes {
  /** When it came, of {@code System.nanoTime}. */
  final long arrivalNanos = System.nanoTime();

  // 0 as long as nobody has told.
  private volatile long turnNanos;
  private volatile long phaseFromNanos;
  private volatile long phaseNanos;
  private volatile long searchNanos;
  private volatile long engineNanos;
  private volatile long offCpuNanos;
  private volatile long fetchNanos;

  /** It may begin. */
  void comes() {
    turnNanos = System.nanoTime();
  }

  void beginsPhase() {
    phaseFromNanos = System.nanoTime();
  }

  void endsPhase(long nanos) {
    phaseNanos = nanos;
  }

  /** It was searched for so long, by whomever. */
  void searched(long nanos) {
    searchNanos = nanos;
  }

  /** It was searched so, by the engine or in its place. */
  void served(Timeline timeline) {
    engineNanos = timeline.asideNanos();
    long wallNanos = 0;
    long cpuNanos = 0;
    for (Stint stint : timeline.stints()) {
      if (stint.cpuNanos() >= 0) {
        wallNanos += stint.wallNanos();
        cpuNanos += stint.cpuNanos();
      }
    }
    if (wallNanos > 0) {
      double off = Math.max(wallNanos - cpuNanos, 0) / (double) wallNanos;
      offCpuNanos = Math.round(off * timeline.executionNanos());
    }
  }

  void fetched(long nanos) {
    fetchNanos = nanos;
  }

  /** Where its time until now went; adds up to all of it. */
  Map<Cause, Long> causes(long nowNanos) {
    var causes = new EnumMap<Cause, Long>(Cause.class);
    long left = nowNanos - arrivalNanos;
    long beforeNanos = phaseFromNanos == 0 ? left : phaseFromNanos - arrivalNanos;
    long admission = turnNanos == 0 ? left : turnNanos - arrivalNanos;
    // In another mode than that of a searcher nobody saw the search by itself.
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

  /** Clocks are read at different moments: nothing is negative, and no more than there is. */
  private static long put(Map<Cause, Long> causes, Cause cause, long nanos, long left) {
    long within = Math.clamp(nanos, 0, Math.max(left, 0));
    causes.put(cause, within);
    return within;
  }
}
