package org.curtail.grpc;

import static java.util.concurrent.TimeUnit.MINUTES;

import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Waits for a condition without notification. */
final class Wait {
  private Wait() {}

  /**
   * Returns once the condition holds.
   *
   * @throws AssertionError if it does not hold within a minute
   */
  static void until(String what, BooleanSupplier isSo) {
    long untilNanos = System.nanoTime() + MINUTES.toNanos(1);
    while (!isSo.getAsBoolean()) {
      if (System.nanoTime() > untilNanos) {
        throw new AssertionError("not within a minute: " + what);
      }
      LockSupport.parkNanos(100_000);
    }
  }
}
