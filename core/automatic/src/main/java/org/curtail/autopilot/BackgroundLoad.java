package org.curtail.autopilot;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.function.LongSupplier;

/**
 * Number of an engine's cores that the rest of the process keeps busy: a service's work outside of
 * the engine, the JVM's compiler and collector, other engines. It is the CPU time of the process
 * minus that of the engine's requests, as a mean of the last seconds. Times are arguments. Not
 * thread-safe.
 *
 * <p>The time of a request is its CPU time, if the engine reads it; otherwise the time of its
 * threads, which is longer if they wait for a core. Then the rest is underestimated, and the demand
 * of requests overestimated by as much.
 */
final class BackgroundLoad {
  private static final double LEAST_MEMORY_NANOS = 3e9;

  /** Averaging time in request lengths, since a request is reported only at its end. */
  private static final double MEMORY_PER_EXECUTION = 8;

  private static final double SMOOTHING = 1.0 / 64;

  /** Observed time needed for a result; before it the result is 0. */
  private static final double ENOUGH_NANOS = 0.5e9;

  /** Time without requests after which earlier observations are dropped. */
  private static final long REST_NANOS = 5_000_000_000L;

  private final int coresOfMachine;
  private final int coresForOthers;
  private final LongSupplier cpuNanos;
  private boolean hasBegun;
  private long sinceNanos;
  private long sinceCpuNanos;
  private long usedNanos;
  private boolean isUsed;
  private double servedNanos;
  private double executionNanos;
  private double seenNanos;
  private double backgroundNanos;

  /**
   * Creates an estimate without observations.
   *
   * @param cores number of the engine's cores, at least 1
   * @param coresOfMachine number of cores that the process may use; cores beyond the engine's are
   *     for other work
   * @param cpuNanos total CPU time of all threads that count; negative if unknown
   */
  BackgroundLoad(int cores, int coresOfMachine, LongSupplier cpuNanos) {
    this.coresOfMachine = coresOfMachine;
    this.coresForOthers = Math.max(coresOfMachine - cores, 0);
    this.cpuNanos = cpuNanos;
  }

  /**
   * Creates an estimate for this process.
   *
   * @param unseenNanos total CPU time of threads that do not count, since they yield to others
   */
  static BackgroundLoad ofProcess(int cores, LongSupplier unseenNanos) {
    LongSupplier process =
        ManagementFactory.getOperatingSystemMXBean() instanceof OperatingSystemMXBean system
            ? system::getProcessCpuTime
            : () -> -1;
    return new BackgroundLoad(
        cores,
        Runtime.getRuntime().availableProcessors(),
        () -> {
          long all = process.getAsLong();
          return all < 0 ? all : Math.max(all - unseenNanos.getAsLong(), 0);
        });
  }

  void arrived() {
    isUsed = true;
  }

  /**
   * Records the end of a request.
   *
   * @param tookNanos time of all its threads together, at least 0
   * @param tookFromBeginNanos time from its start to its end
   */
  void ended(long tookNanos, long tookFromBeginNanos) {
    isUsed = true;
    servedNanos += tookNanos;
    executionNanos += (tookFromBeginNanos - executionNanos) * SMOOTHING;
  }

  /** Updates the estimate at this time. Call it often. */
  void observe(long nowNanos) {
    long nowCpuNanos = cpuNanos.getAsLong();
    long elapsedNanos = nowNanos - sinceNanos;
    if (hasBegun && elapsedNanos <= 0) {
      return;
    }
    if (isUsed || !hasBegun) {
      usedNanos = nowNanos;
    }
    if (!hasBegun || nowNanos - usedNanos >= REST_NANOS) {
      forget();
    } else if (nowCpuNanos >= 0 && sinceCpuNanos >= 0) {
      double kept =
          Math.exp(
              -elapsedNanos / Math.max(LEAST_MEMORY_NANOS, MEMORY_PER_EXECUTION * executionNanos));
      seenNanos = seenNanos * kept + elapsedNanos;
      backgroundNanos = backgroundNanos * kept + (nowCpuNanos - sinceCpuNanos) - servedNanos;
    }
    hasBegun = true;
    isUsed = false;
    servedNanos = 0;
    sinceNanos = nowNanos;
    sinceCpuNanos = nowCpuNanos;
  }

  /** Drops all observations, and makes none until the next {@link #observe}. */
  void forget() {
    hasBegun = false;
    seenNanos = 0;
    backgroundNanos = 0;
  }

  /** Returns the mean number of the engine's busy cores; at least 0, at most all. */
  double cores() {
    if (seenNanos < ENOUGH_NANOS) {
      return 0;
    }
    double busy = backgroundNanos / seenNanos - coresForOthers;
    return Math.clamp(busy, 0.0, coresOfMachine - coresForOthers);
  }
}
