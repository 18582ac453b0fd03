package org.curtail.sim;

import java.util.Arrays;
import org.curtail.dispatch.DispatchedRequest;

/**
 * Threads that still compute a chunk of an ended request: see {@link Costs#speculation}. They take
 * their share of the cores like any other.
 */
final class LingeringThreads {
  /** Rounding error of progress summed over many events: far below a nanosecond. */
  private static final double ROUNDING_NANOS = 1e-3;

  /** Remaining time of each chunk, in nanoseconds of a core of its own. */
  private double[] leftNanos = new double[8];

  private int count;

  int count() {
    return count;
  }

  /** Adds the other threads of a request that one of them has ended; they took chunks in turn. */
  void add(int threads, long chunkNanos) {
    if (count + threads > leftNanos.length) {
      leftNanos = Arrays.copyOf(leftNanos, 2 * (count + threads));
    }
    for (int other = 1; other < threads; other++) {
      leftNanos[count++] = (double) chunkNanos * other / threads;
    }
  }

  /** Lets time pass, with this share of a core for each thread. */
  void advance(long elapsedNanos, double share) {
    for (int i = 0; i < count; i++) {
      leftNanos[i] -= elapsedNanos * share;
    }
  }

  /** Removes the threads that have ended; returns their number. */
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
