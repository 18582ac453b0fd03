package org.curtail.runtime;

/** A monotonic clock that leaps ahead and falls back by milliseconds. */
final class JumpingClock implements NanoClock {
  @Override
  public long nanoTime() {
    long nowNanos = System.nanoTime();
    long kind = nowNanos >>> 4 & 0xFF;
    if (kind == 1) {
      return nowNanos + 5_000_000;
    }
    return kind == 2 ? nowNanos - 5_000_000 : nowNanos;
  }
}
