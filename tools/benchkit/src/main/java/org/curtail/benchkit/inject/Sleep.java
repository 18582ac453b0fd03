package org.curtail.benchkit.inject;

import java.util.concurrent.locks.LockSupport;

/** Sleep until a moment. */
final class Sleep {
  private Sleep() {}

  /** Sleeps until a moment of {@code System.nanoTime}, or a little longer. */
  static void until(long nanos) {
    long leftNanos = nanos - System.nanoTime();
    while (leftNanos > 0) {
      LockSupport.parkNanos(leftNanos);
      leftNanos = nanos - System.nanoTime();
    }
  }
}
