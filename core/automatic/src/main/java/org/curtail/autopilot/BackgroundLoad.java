package org.curtail.autopilot;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.function.LongSupplier;

/**
 * How many of an engine's cores the rest of the process keeps busy: what a service does with a
 * request before and after the engine, the JVM's compiler and collector, other engines. It is the
 * CPU time of the process less what requests took here, as a mean of the last seconds. Times are
 * arguments. For one thread.
 *
 * <p>What a request took is its CPU time, where the engine reads it; else the time of its threads,
 * which is more where they wait for a core. Then what is left for the rest is too little, and the
 * demand of requests too much by as much.
 */
final class BackgroundLoad {
  /** What was seen counts for about so long. */
  private static final double LEAST_MEMORY_NANOS = 3e9;

  /** A request is told of when it ends: so many times as long as requests take it must count. */
  private static final double MEMORY_PER_EXECUTION = 8;

  private static final double SMOOTHING = 1.0 / 64;

  /** Before it is known for so long it is taken for nothing. */
  private static final double ENOUGH_NANOS = 0.5e9;

  /** What was seen before an engine had no request for so long says nothing of now. */
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
   * Nothing was seen yet.
   *
   * @param cores of the engine, at least 1
   * @param coresOfMachine that the process may use; those that the engine does not are for others
   * @param cpuNanos CPU time so far of all threads that count; negative if it is not known
   */
  BackgroundLoad(int cores, int coresOfMachine, LongSupplier cpuNanos) {
    this.coresOfMachine = coresOfMachine;
    this.coresForOthers = Math.max(coresOfMachine - cores, 0);
    this.cpuNanos = cpuNanos;
  }

  /**
   * Of this process.
   *
   * @param unseenNanos CPU time so far of threads that do not count, since they give way
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

  /** A request was submitted. */
  void arrived() {
    isUsed = true;
  }

  /**
   * A request has ended.
   *
   * @param tookNanos of all its threads together, at least 0
   * @param tookFromBeginNanos from its begin to its end
   */
  void ended(long tookNanos, long tookFromBeginNanos) {
    isUsed = true;
    servedNanos += tookNanos;
    executionNanos += (tookFromBeginNanos - executionNanos) * SMOOTHING;
  }

  /** Time has passed. To be called often. */
  void saw(long nowNanos) {
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

  /** What was seen counts no more; nothing is seen until {@link #saw} is called again. */
  void forget() {
    hasBegun = false;
    seenNanos = 0;
    backgroundNanos = 0;
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
