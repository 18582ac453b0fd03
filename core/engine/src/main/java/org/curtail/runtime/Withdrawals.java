package org.curtail.runtime;

import java.util.concurrent.locks.Condition;
import org.curtail.dispatch.Allocator;

/**
 * Ends requests that no thread serves: those that wait, and those that were set aside. Guarded by
 * the dispatcher's lock.
 */
final class Withdrawals {
  private final Distribution distribution;
  private final Allocator<Request<?, ?>> allocator;
  private final Farewells farewells;
  private final Condition room;

  /**
   * Of requests that this allocator knows.
   *
   * @param room signalled when somebody leaves the queue, or is aside no longer
   */
  Withdrawals(
      Distribution distribution,
      Allocator<Request<?, ?>> allocator,
      Farewells farewells,
      Condition room) {
    this.distribution = distribution;
    this.allocator = allocator;
    this.farewells = farewells;
    this.room = room;
  }

  /** Ends a request that waits, and takes it out of the queue. */
  void drop(Request<?, ?> request, Ending why, long nowNanos) {
    if (!request.dropped) {
      request.end(why);
      request.drop(nowNanos);
      farewells.dropped(request);
    }
    try {
      allocator.queue().remove(request);
      room.signal();
    } catch (Throwable e) {
      distribution.disturb(e);
    }
  }

  /** Ends a request that was set aside as cancelled: there is nothing more to be called. */
  void cancelAside(Request<?, ?> request, long nowNanos) {
    request.end(Ending.CANCELLED);
    if (!request.dropped) {
      request.drop(nowNanos);
      farewells.dropped(request);
    }
    try {
      allocator.endAside(request);
      room.signal();
    } catch (Throwable e) {
      distribution.disturb(e);
    }
  }

  /** Those whose deadlines have passed. */
  void dropExpired(long nowNanos) {
    Request<?, ?> expired = allocator.queue().expired(nowNanos);
    while (expired != null) {
      drop(expired, Ending.EXPIRED, nowNanos);
      expired = allocator.queue().expired(nowNanos);
    }
    Request<?, ?> late = allocator.aside().expired(nowNanos);
    while (late != null) {
      // A thread makes of it what can be made of it.
      late.end(Ending.EXPIRED);
      allocator.aside().hasten(late);
      late = allocator.aside().expired(nowNanos);
    }
  }
}
