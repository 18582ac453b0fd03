package org.curtail.benchkit.inject;

import java.util.concurrent.locks.LockSupport;

/** Sleep until a moment. */
final class Sleep {
  private Sleep() {}

  /** Returns at a moment by {@code System.nanoTime}, or later. */
  static void until(long nanos) {
    long leftNanos = nanos - System.nanoTime();
    while (leftNanos > 0) {
      LockSupport.parkNanos(leftNanos);
      leftNanos = nanos - System.nanoTime();
    }
  }
}
