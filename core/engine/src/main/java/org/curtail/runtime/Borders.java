package org.curtail.runtime;

/** What workers pass between two chunks. Safe for all threads. */
final class Borders {
  private final EngineLock lock;
  private final Distribution distribution;
  private final Raising raising;
  private final NanoClock clock;

  Borders(EngineLock lock, Distribution distribution, Raising raising, NanoClock clock) {
    this.lock = lock;
    this.distribution = distribution;
    this.raising = raising;
    this.clock = clock;
  }

  /**
   * What a worker passes between two chunks: asks the policy if its time has come or the load has
   * changed, gives the thread back if it is wanted elsewhere, or pauses it. The policy is asked at
   * most once, the clock once.
   */
  Border pass(Request<?, ?> request, Worker worker) {
    long nowNanos = clock.nanoTime();
    boolean asked = request.border(nowNanos);
    boolean boosted = request.isBoosted();
    if (boosted != worker.raised) {
      raising.raise(worker, boosted);
    }
    if ((nowNanos >= request.sliceEndNanos() || request.threads() > request.share())
        && isWantedElsewhere(request, worker, asked, nowNanos)) {
      raising.raise(worker, false);
      return Border.LEAVE;
    }
    SpeedPlace place = worker.place();
    if (place != null) {
      return handsOver(request, place, worker, nowNanos) ? Border.LEAVE : Border.GO_ON;
    }
    return distribution.gate().isClosing()
            && !request.isBoosted()
            && pauseInTurn(request, worker, nowNanos)
        ? Border.PAUSE
        : Border.GO_ON;
  }

  private boolean isWantedElsewhere(
      Request<?, ?> request, Worker worker, boolean asked, long nowNanos) {
    // Who is to leave for another request has no slice left.
    boolean isSliceOver = nowNanos >= request.sliceEndNanos();
    boolean isToLeave = isSliceOver && request.share() == 0;
    if (!isToLeave
        && worker.isPooled()
        && request.threads() > request.share()
        && hasTooManyThreads(request, asked, nowNanos)
        && takeAway(request, worker, nowNanos)) {
      return true;
    }
    return isSliceOver && setAside(request, worker, nowNanos);
  }

  /** It is for another class of cores, where a thread can go on with it. */
  private boolean handsOver(Request<?, ?> request, SpeedPlace place, Worker worker, long nowNanos) {
    if (place.speedClass() == worker.speedClass) {
      return false;
    }
    int left;
    readBeforeLeaving(worker);
    lock.lock();
    try {
      // Once no chunk is left, it ends here.
      if (!request.hasChunk() || !distribution.speeds().movesFrom(place, worker)) {
        return false;
      }
      left = distribution.handOver(request, place, worker, nowNanos);
    } finally {
      lock.unlock();
    }
    if (left > 0) {
      request.tellDegree(nowNanos, left);
    }
    request.tellLeft(worker, nowNanos);
    return true;
  }

  /** Its slice is over: others may go on in its place. */
  private boolean setAside(Request<?, ?> request, Worker worker, long nowNanos) {
    int left;
    readBeforeLeaving(worker);
    lock.lock();
    try {
      // Once no chunk is left, its threads go by themselves.
      if (!request.hasChunk() || !distribution.isSetAside(request, nowNanos)) {
        return false;
      }
      left = request.leaveForNow(worker, nowNanos);
      distribution.setAside(request, worker);
    } finally {
      lock.unlock();
    }
    if (left > 0) {
      request.tellDegree(nowNanos, left);
    } else {
      request.tellSetAside(nowNanos);
    }
    request.tellLeft(worker, nowNanos);
    return true;
  }

  /** More than its share, asked anew. Once no chunk is left, its threads go by themselves. */
  private static boolean hasTooManyThreads(Request<?, ?> request, boolean asked, long nowNanos) {
    if (!request.hasChunk()) {
      return false;
    }
    if (!asked) {
      request.askAgain(nowNanos);
    }
    return request.threads() > request.share();
  }

  private boolean pauseInTurn(Request<?, ?> request, Worker worker, long nowNanos) {
    Gate gate = distribution.gate();
    if (!gate.mayHaveToPause(worker, distribution.load().threads(), nowNanos)) {
      return false;
    }
    lock.lock();
    try {
      return request.hasChunk() && !gate.mayGoOn(worker, distribution.busy(), nowNanos);
    } catch (OutOfMemoryError e) {
      // It goes on this time.
      return false;
    } finally {
      lock.unlock();
    }
  }

  private boolean takeAway(Request<?, ?> request, Worker worker, long nowNanos) {
    int left;
    readBeforeLeaving(worker);
    lock.lock();
    try {
      left =
          request.threads() > request.share()
                  && distribution.speeds().isGivenUp(request, worker, nowNanos)
              ? request.leaveToOthers(worker, nowNanos)
              : 0;
      if (left == 0) {
        return false;
      }
      distribution.move(request, worker);
    } finally {
      lock.unlock();
    }
    request.tellDegree(nowNanos, left);
    request.tellLeft(worker, nowNanos);
    return true;
  }

  private static void readBeforeLeaving(Worker worker) {
    ShiftSignals signals = worker.signals();
    if (signals != null) {
      signals.mayLeave();
    }
  }
}
