package org.curtail.runtime;

import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Fills the memory of the {@link HostileService}, and looks how much it uses. */
final class HeapWatch {
  private static final int LOOKS = 20;
  private static final MemoryMXBean MEMORY = ManagementFactory.getMemoryMXBean();

  /** Held while memory is filled, and while it is looked how much is used: never both at once. */
  private final Object memory = new Object();

  private final AtomicLong outOfMemory;
  private volatile boolean isLooking;

  /**
   * Watches one service.
   *
   * @param outOfMemory counts how often there was none left
   */
  HeapWatch(AtomicLong outOfMemory) {
    this.outOfMemory = outOfMemory;
  }

  /** True while all other threads should be calm. */
  boolean isLooking() {
    return isLooking;
  }

  /** Until there is none left, for a moment. */
  void fill() {
    synchronized (memory) {
      try {
        HostileWork.fillMemory();
      } catch (OutOfMemoryError e) {
        outOfMemory.incrementAndGet();
      }
    }
  }

  /** Returns the growth of the heap in the second half of the time; 0 if it is over before. */
  double growthMb(long endNanos, BooleanSupplier isOver) {
    var usedBytes = new long[LOOKS];
    long stepNanos = Math.max((endNanos - System.nanoTime()) / LOOKS, 1);
    for (int look = 0; look < LOOKS; look++) {
      LockSupport.parkNanos(stepNanos);
      if (isOver.getAsBoolean()) {
        return 0;
      }
      isLooking = true;
      synchronized (memory) {
        usedBytes[look] = usedBytes();
      }
      isLooking = false;
    }
    return (middle(usedBytes, LOOKS * 3 / 4, LOOKS) - middle(usedBytes, LOOKS / 2, LOOKS * 3 / 4))
        / 1024.0
        / 1024.0;
  }

  private long usedBytes() {
    while (true) {
      try {
        System.gc();
        return MEMORY.getHeapMemoryUsage().getUsed();
      } catch (OutOfMemoryError e) {
        outOfMemory.incrementAndGet();
      }
    }
  }

  private static long middle(long[] values, int from, int to) {
    long[] part = Arrays.copyOfRange(values, from, to);
    Arrays.sort(part);
    return part[part.length / 2];
  }
}
