package org.curtail.lab.inject;

import java.util.OptionalLong;

/**
 * Threads that compute without end want the cores for as long as the request runs. What that costs
 * is the time in which the thread of the request neither computes nor is done.
 */
final class CpuHog {
  /** So many that a request gets about a ninth of a core. */
  private static final int THREADS_PER_CORE = 8;

  private static final int STEPS = 50_000;

  private CpuHog() {}

  /** Starts the threads, asleep. */
  static Hog start(int cores, Deeds deeds) {
    return new Hog(
        InjectionKind.CPU_HOG,
        new HogThreads("cpu-hog", THREADS_PER_CORE * cores, i -> CpuHog::compute),
        (request, from, to) ->
            OptionalLong.of(to.wallNanos() - from.wallNanos() - (to.cpuNanos() - from.cpuNanos())),
        deeds);
  }

  private static void compute() {
    long steps = 1;
    for (int i = 0; i < STEPS; i++) {
      steps = steps * 31 + i;
    }
    // Hardly ever so, but the compiler must not know it.
    if (steps == 0) {
      Thread.onSpinWait();
    }
  }
}
