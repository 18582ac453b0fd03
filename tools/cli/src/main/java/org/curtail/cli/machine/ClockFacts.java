package org.curtail.cli.machine;

import java.util.Arrays;
import java.util.concurrent.locks.LockSupport;

/**
 * Resolution and accuracy of the clock.
 *
 * @param stepNanos the smallest difference between two readings of {@code System.nanoTime}
 * @param readingNanos time of a reading
 * @param parkLateMs median delay of the return from {@code parkNanos} of 1 ms
 */
public record ClockFacts(long stepNanos, double readingNanos, double parkLateMs) {
  private static final int READINGS = 1_000_000;
  private static final int PARKS = 200;
  private static final long PARK_NANOS = 1_000_000;

  static ClockFacts measure() {
    // Number of runs: one more than counted, so that the code is compiled.
    long stepNanos = Math.min(smallestStepNanos(), smallestStepNanos());
    double readingNanos = Math.min(meanReadingNanos(), meanReadingNanos());
    return new ClockFacts(stepNanos, readingNanos, medianParkLateNanos() / 1e6);
  }

  private static long smallestStepNanos() {
    long smallestNanos = Long.MAX_VALUE;
    long beforeNanos = System.nanoTime();
    for (int i = 0; i < READINGS; i++) {
      long nowNanos = System.nanoTime();
      if (nowNanos != beforeNanos) {
        smallestNanos = Math.min(smallestNanos, nowNanos - beforeNanos);
      }
      beforeNanos = nowNanos;
    }
    return smallestNanos;
  }

  private static double meanReadingNanos() {
    long fromNanos = System.nanoTime();
    long toNanos = fromNanos;
    for (int i = 0; i < READINGS; i++) {
      toNanos = System.nanoTime();
    }
    return (double) (toNanos - fromNanos) / READINGS;
  }

  private static double medianParkLateNanos() {
    long[] lateNanos = new long[PARKS];
    for (int i = 0; i < PARKS; i++) {
      long fromNanos = System.nanoTime();
      LockSupport.parkNanos(PARK_NANOS);
      lateNanos[i] = System.nanoTime() - fromNanos - PARK_NANOS;
    }
    Arrays.sort(lateNanos);
    return lateNanos[PARKS / 2];
  }
}
