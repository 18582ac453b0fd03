package org.curtail.runtime;

import org.jspecify.annotations.Nullable;

/**
 * Who is to be told something once the dispatcher's lock is free, since users' code may hear of it:
 * submitters of requests that left the queue without having started, and callers whose requests
 * seem to have ended. Lists that need no memory. Guarded by the lock.
 */
final class Farewells {
  /** The last one first. */
  private @Nullable Request<?, ?> dropped;

  private @Nullable UnseenCaller gone;

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

  @Nullable Request<?, ?> takeDropped() {
    Request<?, ?> taken = dropped;
    dropped = null;
    return taken;
  }

  @Nullable UnseenCaller takeGone() {
    UnseenCaller taken = gone;
    gone = null;
    for (UnseenCaller caller = taken; caller != null; caller = caller.nextGone) {
      // Should it not succeed in leaving, for want of memory, it is found again.
      caller.isGone = false;
    }
    return taken;
  }
}
