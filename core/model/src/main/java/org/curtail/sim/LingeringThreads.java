package org.curtail.sim;

import java.util.Arrays;
import org.curtail.dispatch.DispatchedRequest;

/**
 * Threads that still compute a chunk of a request that has ended: see {@link Costs#speculation}.
 * They take their share of the cores like any other.
 */
final class LingeringThreads {
  /** Of a progress that is added up over many events: far below a nanosecond. */
  private static final double ROUNDING_NANOS = 1e-3;

  /** Of each, how much of its chunk is left, in nanoseconds of a core of its own. */
  private double[] leftNanos = new double[8];

  private int count;

  int count() {
    return count;
  }

  /** The others of so many threads that took chunks in turn, when one of them ends the request. */
  void add(int threads, long chunkNanos) {
    if (count + threads > leftNanos.length) {
      leftNanos = Arrays.copyOf(leftNanos, 2 * (count + threads));
    }
    for (int other = 1; other < threads; other++) {
      leftNanos[count++] = (double) chunkNanos * other / threads;
    }
  }

  /** So much time has passed, in which each had this share of a core. */
  void advance(long elapsedNanos, double share) {
    for (int i = 0; i < count; i++) {
      leftNanos[i] -= elapsedNanos * share;
    }
  }

  /** Lets those go that have ended; returns how many. */
  int leave() {
    int before = count;
    count = 0;
    for (int i = 0; i < before; i++) {
      if (leftNanos[i] > ROUNDING_NANOS) {
        leftNanos[count++] = leftNanos[i];
      }
    }
    return before - count;
  }

  /** When the next one ends if nothing changes. */
  long nextEndNanos(long nowNanos, double share) {
    long next = DispatchedRequest.NEVER;
    for (int i = 0; i < count; i++) {
      next = Math.min(next, nowNanos + (long) Math.ceil((leftNanos[i] - ROUNDING_NANOS) / share));
    }
    return next;
  }
}
