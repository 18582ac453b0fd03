package org.curtail.linux.energy;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Arrays;
import org.curtail.linux.Affinity;
import org.curtail.linux.Availability;
import org.curtail.linux.Availability.Available;
import org.curtail.linux.Availability.Unavailable;
import org.curtail.linux.Cores;

/**
 * Some milliseconds of work without memory access, so that its time scales with the clock. The work
 * runs on the calling thread, which it pins to the cores meanwhile. The work is measured in CPU
 * time, which excludes other work on the core.
 */
final class FixedWork implements SpeedCheck {
  private static final int STEPS = 1_000_000;

  /** Runs that compile the code before the measurement. */
  private static final int WARM_UP_RUNS = 20;

  private static final int RUNS = 9;

  private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();

  /** Keeps the compiler from removing the work. */
  private volatile long result;

  @Override
  public Availability<Double> workNanos(Cores cores) {
    if (!threads.isCurrentThreadCpuTimeSupported()) {
      return new Unavailable<>("this JVM does not report the CPU time of threads");
    }
    return Affinity.pin(cores)
        .then(pin -> {
          try (pin) {
            return new Available<>(medianNanos());
          }
        });
  }

  private double medianNanos() {
    for (int run = 0; run < WARM_UP_RUNS; run++) {
      result = work(result, STEPS / 10);
    }
    var nanos = new long[RUNS];
    for (int run = 0; run < RUNS; run++) {
      long fromNanos = threads.getCurrentThreadCpuTime();
      result = work(result, STEPS);
      nanos[run] = threads.getCurrentThreadCpuTime() - fromNanos;
    }
    Arrays.sort(nanos);
    return Math.max(nanos[RUNS / 2], 1);
  }

  /** Linear congruential generator: each step depends on the one before. */
  private static long work(long from, int steps) {
    long value = from;
    for (int step = 0; step < steps; step++) {
      value = value * 6364136223846793005L + 1442695040888963407L;
    }
    return value;
  }
}
