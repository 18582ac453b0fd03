package org.curtail.autopilot;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.function.LongSupplier;

/**
 * How many of an engine's cores the rest of the process keeps busy: what a service does with a
 * request before and after the engine, the JVM's compiler and collector, other engines. It is the
 * process's CPU time less the threads that serve requests here, as a mean of the last seconds.
 * Times are arguments. For one thread.
 *
 * <p>Threads that serve requests count as busy for as long as they do, even while others have the
 * cores: what is left is rather too little than too much.
 */
final class BackgroundLoad {
  /** What was seen counts for about so long. */
  private static final double MEMORY_NANOS = 3e9;

  /** Before it is known for so long it is taken for nothing. */
  private static final double ENOUGH_NANOS = 0.5e9;

  /** What was seen before the engine served nobody for so long says nothing of now. */
  private static final long REST_NANOS = 5_000_000_000L;

  private final int coresOfMachine;
  private final int coresForOthers;
  private final LongSupplier processCpuNanos;
  private boolean hasBegun;
  private long sinceNanos;
  private long sinceCpuNanos;
  private long usedNanos;
  private double seenNanos;
  private double backgroundNanos;

  /**
   * Nothing was seen yet.
   *
   * @param cores of the engine, at least 1
   * @param coresOfMachine that the process may use; those that the engine does not are for others
   * @param processCpuNanos CPU time of all threads so far; negative if it is not known
   */
  BackgroundLoad(int cores, int coresOfMachine, LongSupplier processCpuNanos) {
    this.coresOfMachine = coresOfMachine;
    this.coresForOthers = Math.max(coresOfMachine - cores, 0);
    this.processCpuNanos = processCpuNanos;
  }

  /** Of this process. */
  static BackgroundLoad ofProcess(int cores) {
    return new BackgroundLoad(
        cores,
        Runtime.getRuntime().availableProcessors(),
        ManagementFactory.getOperatingSystemMXBean() instanceof OperatingSystemMXBean system
            ? system::getProcessCpuTime
            : () -> -1);
  }

  /**
   * Time has passed, of which this is true. To be called often.
   *
   * @param threadsBusy that serve requests now, at least 0
   */
  void saw(long nowNanos, int threadsBusy) {
    long cpuNanos = processCpuNanos.getAsLong();
    long elapsedNanos = nowNanos - sinceNanos;
    if (hasBegun && elapsedNanos <= 0) {
      return;
    }
    if (threadsBusy > 0 || !hasBegun) {
      usedNanos = nowNanos;
    }
    if (!hasBegun || nowNanos - usedNanos >= REST_NANOS) {
      hasBegun = true;
      seenNanos = 0;
      backgroundNanos = 0;
    } else if (cpuNanos >= 0) {
      double kept = Math.exp(-elapsedNanos / MEMORY_NANOS);
      double servingNanos = (double) Math.min(threadsBusy, coresOfMachine) * elapsedNanos;
      seenNanos = seenNanos * kept + elapsedNanos;
      backgroundNanos = backgroundNanos * kept + (cpuNanos - sinceCpuNanos) - servingNanos;
    }
    sinceNanos = nowNanos;
    sinceCpuNanos = cpuNanos;
  }

  /** Of the engine's cores, in the mean; at least 0, and all of them at most. */
  double cores() {
    if (seenNanos < ENOUGH_NANOS) {
      return 0;
    }
    double busy = backgroundNanos / seenNanos - coresForOthers;
    return Math.clamp(busy, 0.0, coresOfMachine - coresForOthers);
  }
}
