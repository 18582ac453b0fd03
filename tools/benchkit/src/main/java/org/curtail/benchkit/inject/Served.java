package org.curtail.benchkit.inject;

/**
 * Clock readings of a request by its own thread, independent of a diagnosis. Moments are readings
 * of {@code System.nanoTime}.
 *
 * @param fromNanos begin of the thread
 * @param toNanos end, at least {@code fromNanos}
 * @param cpuNanos CPU time of the thread between both; {@link InjectionRecord#UNKNOWN} if another
 *     thread ended the request
 */
public record Served(long fromNanos, long toNanos, long cpuNanos) {
  static Served between(ThreadClocks from, ThreadClocks to) {
    return new Served(
        from.wallNanos(),
        to.wallNanos(),
        from.threadId() == to.threadId()
            ? Math.max(0, to.cpuNanos() - from.cpuNanos())
            : InjectionRecord.UNKNOWN);
  }

  /**
   * Returns the time without computing; {@link InjectionRecord#UNKNOWN} if the CPU time is unknown.
   */
  public long offCoreNanos() {
    return cpuNanos == InjectionRecord.UNKNOWN
        ? InjectionRecord.UNKNOWN
        : Math.max(0, toNanos - fromNanos - cpuNanos);
  }
}
