package org.curtail.diagnose;

import java.lang.ref.Reference;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import java.util.stream.LongStream;
import org.curtail.Percentile;
import org.curtail.signals.ThreadReading;

/**
 * Measures the cost of page faults for the current thread on this machine. To measure faults
 * without a disk, it allocates memory outside the heap: the first write to each page is a fault. A
 * fault from a disk makes its thread sleep and wake up, so short sleeps measure its cost.
 */
final class FaultCosts {
  private static final int PAGE_BYTES = 4096;

  /** Pages of an allocation, so many that the C library gets them from the system. */
  private static final int PAGES = 64;

  private static final int TRIES = 9;

  /** With fewer faults, the memory was reused or had large pages. */
  private static final int LEAST_FAULTS = PAGES / 2;

  private static final int SLEEPS = 21;
  private static final long SLEEP_NANOS = 50_000;

  private final Supplier<ThreadReading> readings;

  FaultCosts(Supplier<ThreadReading> readings) {
    this.readings = readings;
  }

  /** Returns the CPU time of a fault without a disk; empty without counts of faults or CPU time. */
  OptionalLong minorNanos() {
    ThreadReading now = readings.get();
    if (now.cpuNanos() < 0 || now.minorFaults() < 0) {
      return OptionalLong.empty();
    }
    var nanos = LongStream.builder();
    // Freed memory could be reused without faults.
    List<ByteBuffer> kept = new ArrayList<>();
    try {
      for (int i = 0; i < TRIES; i++) {
        ThreadReading before = readings.get();
        kept.add(ByteBuffer.allocateDirect(PAGES * PAGE_BYTES));
        ThreadReading after = readings.get();
        long faults = after.minorFaults() - before.minorFaults();
        if (faults >= LEAST_FAULTS) {
          nanos.add((after.cpuNanos() - before.cpuNanos()) / faults);
        }
      }
    } finally {
      Reference.reachabilityFence(kept);
    }
    return median(nanos.build().toArray());
  }

  /** Returns the CPU time of a wait, from sleep to wake-up; empty without CPU time. */
  OptionalLong waitNanos() {
    long[] nanos = new long[SLEEPS];
    for (int i = 0; i < SLEEPS; i++) {
      long before = readings.get().cpuNanos();
      LockSupport.parkNanos(SLEEP_NANOS);
      long after = readings.get().cpuNanos();
      if (before < 0 || after < 0) {
        return OptionalLong.empty();
      }
      nanos[i] = after - before;
    }
    return median(nanos);
  }

  private static OptionalLong median(long[] nanos) {
    if (nanos.length == 0) {
      return OptionalLong.empty();
    }
    Arrays.sort(nanos);
    return OptionalLong.of(nanos[Percentile.rank(50, nanos.length)]);
  }
}
