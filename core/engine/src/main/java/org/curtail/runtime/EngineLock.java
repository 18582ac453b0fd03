package org.curtail.runtime;

import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The lock of an engine. Whoever takes it repairs first what an error has left undone; whoever
 * gives it back tells those who are to be told something, which may call users' code.
 */
final class EngineLock {
  private final ReentrantLock lock;
  private final Distribution distribution;
  private final EngineMeters meters;
  private final OutsideErrors outsideErrors;

  /**
   * The lock of a distribution.
   *
   * @param lock of which the distribution has conditions
   */
  EngineLock(
      ReentrantLock lock,
      Distribution distribution,
      EngineMeters meters,
      OutsideErrors outsideErrors) {
    this.lock = lock;
    this.distribution = distribution;
    this.meters = meters;
    this.outsideErrors = outsideErrors;
  }

  /** Whether a thread waits for it: it is busy, though it looks as if it slept. */
  boolean isComingIn(Thread thread) {
    return lock.hasQueuedThread(thread);
  }

  void lock() {
    lock.lock();
    if (distribution.isDisturbed() && lock.getHoldCount() == 1) {
      distribution.repair();
    }
  }

  /** Tells those who are to be told something, when the lock is free. */
  void unlock() {
    if (lock.getHoldCount() > 1) {
      // Users' code is not called, and nothing is taken out, before the lock is free.
      lock.unlock();
      return;
    }
    meters.show(
        distribution.boostedThreads(),
        distribution.gate().pausedThreads(),
        distribution.aside().size());
    Request<?, ?> dropped = distribution.farewells().takeDropped();
    UnseenCaller gone = distribution.farewells().takeGone();
    ReservedWork granted = distribution.farewells().takeGranted();
    lock.unlock();
    leaveAll(gone);
    announceAll(dropped);
    grantAll(granted);
  }

  private void grantAll(@Nullable ReservedWork from) {
    ReservedWork work = from;
    while (work != null) {
      ReservedWork next = work.nextGranted;
      try {
        work.tellGranted();
      } catch (Throwable e) {
        // Memory is short. Its caller waits for it.
        later(null, work, e);
      }
      work = next;
    }
  }

  private void leaveAll(@Nullable UnseenCaller from) {
    UnseenCaller caller = from;
    while (caller != null) {
      UnseenCaller next = caller.nextGone;
      try {
        caller.leave();
      } catch (Throwable e) {
        // Memory is short. Until it has left, its request counts, and is found again.
        later(null, null, e);
      }
      caller = next;
    }
  }

  private void announceAll(@Nullable Request<?, ?> from) {
    Request<?, ?> request = from;
    while (request != null) {
      Request<?, ?> next = request.nextDropped;
      try {
        request.announce();
      } catch (Throwable e) {
        // Memory is short. Its submitter waits for it, so it is not given up.
        later(request, null, e);
      }
      request = next;
    }
  }

  private void later(@Nullable Request<?, ?> dropped, @Nullable ReservedWork granted, Throwable e) {
    lock.lock();
    try {
      if (dropped != null) {
        distribution.farewells().dropped(dropped);
      }
      if (granted != null) {
        distribution.farewells().tellAgain(granted);
      }
      distribution.lookAgainSoon();
    } finally {
      lock.unlock();
    }
    outsideErrors.met(e);
  }
}
