package org.curtail.testkit;

import static org.assertj.core.api.Assertions.fail;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Waits for an effect of other threads, or of the garbage collector. */
public final class Eventually {
  private static final long PATIENCE_NANOS = TimeUnit.MINUTES.toNanos(2);

  private Eventually() {}

  /** Returns as soon as the condition holds; fails after two minutes. */
  public static void is(String what, BooleanSupplier condition) {
    long fromNanos = System.nanoTime();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() - fromNanos > PATIENCE_NANOS) {
        fail("not within two minutes: " + what);
      }
      LockSupport.parkNanos(100_000);
    }
  }

  /** Like {@link #is}, for an effect of garbage collection. */
  public static void isCollected(String what, BooleanSupplier condition) {
    is(
        what,
        () -> {
          System.gc();
          return condition.getAsBoolean();
        });
  }
}
