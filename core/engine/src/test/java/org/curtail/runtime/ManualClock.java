package org.curtail.runtime;

import java.util.concurrent.atomic.AtomicLong;

/** A clock that stands still until a test moves it. */
final class ManualClock implements NanoClock {
  private final AtomicLong nowNanos = new AtomicLong(1_000_000_000);

  @Override
  public long nanoTime() {
    return nowNanos.get();
  }

  void moveTo(long nanos) {
    nowNanos.set(nanos);
  }

  void advanceMillis(double millis) {
    nowNanos.addAndGet(Math.round(millis * 1e6));
  }
}
