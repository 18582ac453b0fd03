package org.curtail.traces;

/**
 * An interval of time of a recording.
 *
 * @param fromNanos start, since the zero of the recording's clock
 * @param toNanos end, exclusive; greater than {@code fromNanos}
 */
public record Window(long fromNanos, long toNanos) {
  public Window {
    if (toNanos <= fromNanos) {
      throw new IllegalArgumentException(
          "a window ends after it begins: from %d to %d ns".formatted(fromNanos, toNanos));
    }
  }

  /** True if a time is in this window. */
  public boolean contains(long nanos) {
    return nanos >= fromNanos && nanos < toNanos;
  }
}
