package org.curtail.benchkit.inject;

/**
 * Clock readings of a served request, taken by its own thread apart from the signals of a
 * diagnosis. Moments are readings of {@code System.nanoTime}.
 *
 * @param fromNanos begin of its thread
 * @param toNanos end, at least {@code fromNanos}
 * @param cpuNanos CPU time of the thread in between; {@link InjectionRecord#UNKNOWN} if another
 *     thread ended it
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
   * Time for which the thread did not compute; {@link InjectionRecord#UNKNOWN} if its CPU time is
   * unknown.
   */
  public long offCoreNanos() {
    return cpuNanos == InjectionRecord.UNKNOWN
        ? InjectionRecord.UNKNOWN
        : Math.max(0, toNanos - fromNanos - cpuNanos);
  }
}
