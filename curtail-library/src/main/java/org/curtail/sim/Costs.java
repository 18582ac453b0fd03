package org.curtail.sim;

/**
 * What parallel execution costs beside the speedups of a profile.
 *
 * @param wakeUpNanos from the moment a thread is given to a running request until it computes, in
 *     nanoseconds; at least 0
 * @param chunkNanos a request reacts to anything only at the border of a chunk of this length, of
 *     one thread's computing; at least 0, which is at once
 */
public record Costs(long wakeUpNanos, long chunkNanos) {
  /** None: ideal fluid cores. */
  public static final Costs NONE = new Costs(0, 0);

  public Costs {
    if (wakeUpNanos < 0 || chunkNanos < 0) {
      throw new IllegalArgumentException(
          "costs must not be negative: wakeUpNanos=%d, chunkNanos=%d"
              .formatted(wakeUpNanos, chunkNanos));
    }
  }
}
