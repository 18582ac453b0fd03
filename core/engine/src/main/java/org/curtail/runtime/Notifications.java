package org.curtail.runtime;

import org.jspecify.annotations.Nullable;

/**
 * Who is to be told something once the engine's lock is free, since users' code may hear of it:
 * submitters of requests that left the queue without having started, callers whose requests seem to
 * have ended, and reservations that are granted. Guarded by the lock.
 */
final class Notifications {
  /** The last one first. */
  private @Nullable Request<?, ?> dropped;

  private @Nullable UnseenCaller gone;

  /** The last one first. */
  private @Nullable ReservedWork granted;

  void dropped(Request<?, ?> request) {
    request.nextDropped = dropped;
    dropped = request;
  }

  void gone(UnseenCaller caller) {
    if (!caller.isGone) {
      caller.isGone = true;
      caller.nextGone = gone;
      gone = caller;
    }
  }

  /** Its request has been given its first thread. */
  void granted(ReservedWork work) {
    if (!work.isGranted) {
      work.isGranted = true;
      work.nextGranted = granted;
      granted = work;
    }
  }

  @Nullable ReservedWork takeGranted() {
    ReservedWork taken = granted;
    granted = null;
    return taken;
  }

  @Nullable Request<?, ?> takeDropped() {
    Request<?, ?> taken = dropped;
    dropped = null;
    return taken;
  }

  @Nullable UnseenCaller takeGone() {
    UnseenCaller taken = gone;
    gone = null;
    for (UnseenCaller caller = taken; caller != null; caller = caller.nextGone) {
      caller.isGone = false;
    }
    return taken;
  }
}
