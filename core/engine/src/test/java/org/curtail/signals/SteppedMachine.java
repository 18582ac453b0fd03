package org.curtail.signals;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;

/**
 * A thread on a machine that a test controls. The clock moves while the thread computes, waits for
 * a core or is blocked, and by the time of its own readings.
 */
final class SteppedMachine {
  static final long READ_NANOS = 1_000;

  private final long[] counters = new long[Counter.values().length];
  private long nowNanos = 1_000_000_000;

  /** Time for which the thread loses its core in the middle of the next readings. */
  private final Deque<Long> interruptions = new ArrayDeque<>();

  int reads;

  long nanoTime() {
    return nowNanos;
  }

  void computes(long nanos) {
    nowNanos += nanos;
    counters[Counter.CPU_NANOS.place()] += nanos;
  }

  void waitsForCore(long nanos) {
    nowNanos += nanos;
    counters[Counter.RUN_DELAY_NANOS.place()] += nanos;
    counters[Counter.INVOLUNTARY_SWITCHES.place()]++;
  }

  void isBlocked(long nanos) {
    nowNanos += nanos;
    counters[Counter.VOLUNTARY_SWITCHES.place()]++;
  }

  void faults(int minor, int major) {
    counters[Counter.MINOR_FAULTS.place()] += minor;
    counters[Counter.MAJOR_FAULTS.place()] += major;
  }

  void interruptNextReadings(Long... nanos) {
    interruptions.addAll(Arrays.asList(nanos));
  }

  void read(long[] into) {
    reads++;
    into[Counter.CPU_NANOS.place()] = counters[Counter.CPU_NANOS.place()];
    computes(READ_NANOS / 2);
    Long interruption = interruptions.poll();
    if (interruption != null && interruption > 0) {
      waitsForCore(interruption);
    }
    computes(READ_NANOS / 2);
    for (Counter counter : Counter.values()) {
      if (counter != Counter.CPU_NANOS) {
        into[counter.place()] = counters[counter.place()];
      }
    }
  }
}
