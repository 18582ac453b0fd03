package org.curtail.sim;

import java.util.Arrays;
import org.curtail.dispatch.DispatchedRequest;

/**
 * Threads that still compute a chunk of an ended request; see {@link Costs#speculation}. Such
 * threads use cores like any other thread.
 */
final class LingeringThreads {
  /** Rounding error of progress summed over many events; far below a nanosecond. */
  private static final double ROUNDING_NANOS = 1e-3;

  /** Remaining time of each chunk, in nanoseconds on a whole core. */
  private double[] leftNanos = new double[8];

  private int count;

  int count() {
    return count;
  }

  /**
   * Adds the other threads of a request that one thread has ended. The threads took chunks in turn.
   */
  void add(int threads, long chunkNanos) {
    if (count + threads > leftNanos.length) {
      leftNanos = Arrays.copyOf(leftNanos, 2 * (count + threads));
    }
    for (int other = 1; other < threads; other++) {
      leftNanos[count++] = (double) chunkNanos * other / threads;
    }
  }

  /** Advances time with this share of a core for each thread. */
  void advance(long elapsedNanos, double share) {
    for (int i = 0; i < count; i++) {
      leftNanos[i] -= elapsedNanos * share;
    }
  }

  int removeEnded() {
    int before = count;
    count = 0;
    for (int i = 0; i < before; i++) {
      if (leftNanos[i] > ROUNDING_NANOS) {
        leftNanos[count++] = leftNanos[i];
      }
    }
    return before - count;
  }

  /** Returns the next end if nothing changes. */
  long nextEndNanos(long nowNanos, double share) {
    long next = DispatchedRequest.NEVER;
    for (int i = 0; i < count; i++) {
      next = Math.min(next, nowNanos + (long) Math.ceil((leftNanos[i] - ROUNDING_NANOS) / share));
    }
    return next;
  }
}
