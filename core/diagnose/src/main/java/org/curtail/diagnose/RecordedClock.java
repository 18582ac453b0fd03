package org.curtail.diagnose;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;

/**
 * Ties the clock of a recording to the service's clock, by events with both. They are written a
 * moment after their own reading, sometimes much later if the thread was interrupted, so the least
 * difference of each second counts. The two clocks need not run equally fast: each second has its
 * own difference.
 */
final class RecordedClock {
  private static final long SECOND = 1_000_000_000;

  /** By second of the recording's clock: that clock minus the service's. */
  private final TreeMap<Long, Long> differences = new TreeMap<>();

  /** Adds an event with both clocks. */
  void tie(Instant recorded, long serviceNanos) {
    long difference = nanos(recorded) - serviceNanos;
    differences.merge(recorded.getEpochSecond(), difference, Math::min);
  }

  boolean isTied() {
    return !differences.isEmpty();
  }

  /** Returns a moment of the recording by the service's clock; the clocks must be tied. */
  long serviceNanos(Instant recorded) {
    long second = recorded.getEpochSecond();
    Map.Entry<Long, Long> before = differences.floorEntry(second);
    Map.Entry<Long, Long> after = differences.ceilingEntry(second);
    boolean isNearerBefore =
        after == null || (before != null && second - before.getKey() <= after.getKey() - second);
    Map.Entry<Long, Long> nearest = requireNonNull(isNearerBefore ? before : after);
    return nanos(recorded) - nearest.getValue();
  }

  private static long nanos(Instant instant) {
    return instant.getEpochSecond() * SECOND + instant.getNano();
  }
}
