package org.curtail.runtime;

import java.util.ArrayList;
import java.util.concurrent.locks.Condition;

/** How an engine ends: refuses, waits, cancels, abandons. Safe for all threads. */
final class Closing {
  private final EngineLock lock;
  private final Distribution distribution;
  private final Condition emptied;
  private final NanoClock clock;

  /**
   * The end of an engine.
   *
   * @param emptied signalled when nobody is left
   */
  Closing(EngineLock lock, Distribution distribution, Condition emptied, NanoClock clock) {
    this.lock = lock;
    this.distribution = distribution;
    this.emptied = emptied;
    this.clock = clock;
  }

  /** Refuses new requests from now on. */
  void refuse() {
    lock.lock();
    try {
      distribution.close();
    } finally {
      lock.unlock();
    }
  }

  /** Cancels all requests. */
  void cancelAll() {
    lock.lock();
    try {
      Request<?, ?> waiting = distribution.queue().first();
      while (waiting != null) {
        distribution.withdrawals().drop(waiting, Ending.CANCELLED, clock.nanoTime());
        waiting = distribution.queue().first();
      }
      for (Request<?, ?> request : distribution.running()) {
        if (request.end(Ending.CANCELLED)) {
          distribution.gate().resume(request);
        }
      }
      cancelAside();
      distribution.dispatch();
    } finally {
      lock.unlock();
    }
  }

  private void cancelAside() {
    for (Request<?, ?> request : distribution.aside().all()) {
      distribution.withdrawals().cancelAside(request, clock.nanoTime());
    }
  }

  /** Ends those that could not be ended otherwise, for their submitters. */
  void abandonAll() {
    var running = new ArrayList<Request<?, ?>>();
    lock.lock();
    try {
      running.addAll(distribution.running());
    } finally {
      lock.unlock();
    }
    running.forEach(request -> request.abandon(clock.nanoTime()));
    lock.lock();
    try {
      // After the others, of which one may have come here meanwhile.
      cancelAside();
    } finally {
      lock.unlock();
    }
  }

  /** Waits until no request is left. Returns false if the time is over before. */
  boolean awaitEmpty(long timeoutNanos) throws InterruptedException {
    lock.lock();
    try {
      long leftNanos = timeoutNanos;
      while (!distribution.isEmpty()) {
        if (timeoutNanos == Long.MAX_VALUE) {
          emptied.await();
        } else if (leftNanos > 0) {
          leftNanos = emptied.awaitNanos(leftNanos);
        } else {
          return false;
        }
      }
      return true;
    } finally {
      lock.unlock();
    }
  }

  /**
   * Does what an error has kept from being done, on an engine without threads.
   *
   * @throws OutOfMemoryError if it cannot be done at this moment
   */
  void settle() {
    lock.lock();
    try {
      distribution.dispatch();
      if (distribution.isDisturbed()) {
        throw new OutOfMemoryError("no memory to count requests and threads anew");
      }
    } finally {
      lock.unlock();
    }
  }
}
