package org.curtail.traces;

/**
 * A stretch of time of a recording.
 *
 * @param fromNanos its first moment, since whatever the recording counts from
 * @param toNanos the moment after its last; greater
 */
public record Window(long fromNanos, long toNanos) {
  public Window {
    if (toNanos <= fromNanos) {
      throw new IllegalArgumentException(
          "a window ends after it begins: from %d to %d ns".formatted(fromNanos, toNanos));
    }
  }

  /** Whether a moment is in it. */
  public boolean contains(long nanos) {
    return nanos >= fromNanos && nanos < toNanos;
  }
}
