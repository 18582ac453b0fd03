package org.curtail.runtime;

import org.curtail.dispatch.Instants;

/**
 * When somebody should look at the queue again: a thread that has nothing to do wakes up then; if
 * there is none, busy ones see it at their borders. Set under the dispatcher's lock, read without.
 */
final class Alarm {
  private final EngineThreads threads;
  private volatile long nanos = Request.NEVER;

  Alarm(EngineThreads threads) {
    this.threads = threads;
  }

  long nanos() {
    return nanos;
  }

  boolean isDue(long nowNanos) {
    return nowNanos >= nanos;
  }

  void set(long atNanos) {
    if (nanos != atNanos) {
      nanos = atNanos;
    }
    if (atNanos != Request.NEVER) {
      threads.wakeAt(atNanos);
    }
  }

  /** A moment from now, or earlier if something is to come earlier. */
  void setSoon(long nextNanos, NanoClock clock) {
    try {
      long nowNanos = clock.nanoTime();
      long first = Math.min(ahead(nanos, nowNanos), ahead(nextNanos, nowNanos));
      nanos = Math.min(first, Instants.after(nowNanos, Dispatcher.RETRY_NANOS));
      threads.wakeAt(nanos);
    } catch (Throwable e) {
      nanos = Long.MIN_VALUE;
    }
  }

  /** A moment in the past is the one that led here. */
  private static long ahead(long atNanos, long nowNanos) {
    return atNanos > nowNanos ? atNanos : Request.NEVER;
  }
}
