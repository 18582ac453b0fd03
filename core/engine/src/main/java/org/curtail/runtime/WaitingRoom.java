package org.curtail.runtime;

import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;

/** Takes requests in, as long as there is room for those that wait. Safe for all threads. */
final class WaitingRoom {
  private final EngineLock lock;
  private final Distribution distribution;
  private final Condition room;
  private final int limit;
  private final Overload overload;
  private final NanoClock clock;

  /**
   * Of an engine.
   *
   * @param room signalled when somebody leaves the queue, or is aside no longer
   * @param limit how many requests may be without a thread
   */
  WaitingRoom(
      EngineLock lock,
      Distribution distribution,
      Condition room,
      int limit,
      Overload overload,
      NanoClock clock) {
    this.lock = lock;
    this.distribution = distribution;
    this.room = room;
    this.limit = limit;
    this.overload = overload;
    this.clock = clock;
  }

  /** How many may wait: who waits for room waits for somebody to leave the queue or to go on. */
  static int limit(Setup setup) {
    return Math.max(setup.queueLimit(), setup.overload() == Overload.WAIT ? 1 : 0);
  }

  /**
   * A request arrives; starts it if it may start now. Waits, if the user chose so, while the queue
   * is full.
   *
   * @param mayWait false on a thread that the queue may be waiting for
   * @return false if the queue is full and the submitter should serve it
   * @throws RejectedExecutionException if it is refused
   * @throws IllegalArgumentException if the policy, which may have changed, needs a prediction
   */
  boolean arrive(Request<?, ?> request, boolean mayWait) {
    lock.lock();
    try {
      while (true) {
        if (distribution.isClosed()) {
          throw new RejectedExecutionException("curtail is closed");
        }
        distribution.policies().present().requireServed(request.options());
        distribution.arrive(request);
        if (isWithinLimit(distribution.threadless()) || !distribution.queue().remove(request)) {
          request.takenIn = true;
          return true;
        }
        distribution.dispatch();
        switch (overload) {
          case REJECT -> throw new OverloadedException(distribution.threadless());
          case RUN_SEQUENTIALLY -> {
            return false;
          }
          case WAIT -> {
            if (!mayWait) {
              return false;
            }
            if (!awaitRoom(request)) {
              request.takenIn = true;
              return true;
            }
          }
        }
      }
    } finally {
      lock.unlock();
    }
  }

  /** The one place that says whether so many requests may be without a thread. */
  private boolean isWithinLimit(int threadless) {
    return threadless <= limit;
  }

  /** Returns false if the request's deadline has passed. */
  private boolean awaitRoom(Request<?, ?> request) {
    try {
      while (!isWithinLimit(distribution.threadless() + 1) && !distribution.isClosed()) {
        long leftNanos = request.deadlineNanos() - clock.nanoTime();
        if (request.deadlineNanos() == Request.NEVER) {
          room.await();
        } else if (leftNanos > 0) {
          room.await(leftNanos, TimeUnit.NANOSECONDS);
        } else {
          distribution.withdrawals().drop(request, Ending.EXPIRED, clock.nanoTime());
          return false;
        }
      }
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new OverloadedException(distribution.threadless());
    }
  }
}
