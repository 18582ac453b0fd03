package org.curtail.runtime;

import org.curtail.signals.Stint;

/**
 * What a request took its threads, to be learned from: the CPU time of all of them where it was
 * read; else the time for which they served it. Neither grows if the request waits or is set aside.
 * The second grows if other programs have the cores, and with each thing that a chunk waits for.
 *
 * @param nanos at least 0
 * @param isCpuTime whether it is CPU time; else it is the threads' time, running or not
 */
public record MeasuredDemand(long nanos, boolean isCpuTime) {
  public MeasuredDemand {
    if (nanos < 0) {
      throw new IllegalArgumentException("nanos must not be negative: " + nanos);
    }
  }

  /**
   * Of a request that has ended. CPU time is there if each of its threads read it: on an engine
   * with {@link Setup#signals}, or for work that {@linkplain SharedWork#wantsCpuTime wants it}; not
   * of virtual threads.
   */
  public static MeasuredDemand of(Timeline request) {
    long cpuNanos = 0;
    for (Stint stint : request.stints()) {
      if (stint.cpuNanos() < 0) {
        return ofThreads(request);
      }
      cpuNanos += stint.cpuNanos();
    }
    // A clock of CPU time that stands still, as some systems have it, tells nothing.
    return cpuNanos > 0 ? new MeasuredDemand(cpuNanos, true) : ofThreads(request);
  }

  private static MeasuredDemand ofThreads(Timeline request) {
    return new MeasuredDemand(Math.max(request.threadNanos(), 0), false);
  }
}
