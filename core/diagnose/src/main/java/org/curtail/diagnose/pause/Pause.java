package org.curtail.diagnose.pause;

import static java.util.Objects.requireNonNull;

/**
 * A time in which no thread of this process could compute.
 *
 * @param fromNanos begin of the pause, a reading of {@code System.nanoTime}
 * @param toNanos end of the pause, at least {@code fromNanos}
 */
public record Pause(long fromNanos, long toNanos, Kind kind) {
  /** The cause of a pause. */
  public enum Kind {
    /** The garbage collector stopped all threads. */
    COLLECTOR,

    /** The JVM stopped all threads, or waited until they had stopped, for something else. */
    SAFEPOINT,

    /** The whole process stood still, or the virtual machine that it runs on. */
    STOPPED
  }

  public Pause {
    requireNonNull(kind, "kind");
    if (toNanos - fromNanos < 0) {
      throw new IllegalArgumentException(
          "toNanos must not be before fromNanos %d: %d".formatted(fromNanos, toNanos));
    }
  }

  /** Length of the pause. */
  public long nanos() {
    return toNanos - fromNanos;
  }

  /** Length of the part of the pause between two moments. */
  public long nanosWithin(long beginNanos, long endNanos) {
    long late = Math.max(beginNanos - fromNanos, 0);
    long early = Math.max(toNanos - endNanos, 0);
    return Math.max(nanos() - late - early, 0);
  }
}
