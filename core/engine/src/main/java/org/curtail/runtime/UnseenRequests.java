package org.curtail.runtime;

import org.curtail.dispatch.Allocator;
import org.curtail.dispatch.DispatchedRequest;
import org.jspecify.annotations.Nullable;

/**
 * Looks after requests whose callers pass no borders, and does for them what they would do there.
 * Guarded by the engine's lock.
 */
final class UnseenRequests {
  private final EngineThreads threads;
  private final Notifications notifications;

  /** Whether there have ever been such requests. */
  private boolean any;

  /** When they should be looked after again. */
  private long lookNanos = DispatchedRequest.NEVER;

  UnseenRequests(EngineThreads threads, Notifications notifications) {
    this.threads = threads;
    this.notifications = notifications;
  }

  void arrives(Request<?, ?> request) {
    any |= request.coming != null;
  }

  long lookNanos() {
    return lookNanos;
  }

  void look(Allocator<Request<?, ?>> allocator, long nowNanos, boolean closed) {
    if (!any) {
      return;
    }
    lookNanos = DispatchedRequest.NEVER;
    for (Request<?, ?> request : allocator.running()) {
      ComingChunks coming = request.coming;
      if (coming != null) {
        request.passUnseen(nowNanos);
        allocator.update(request);
        if (coming.needsRescue(nowNanos, closed) && threads.anyIdle()) {
          allocator.help(request, nowNanos);
        }
        @Nullable UnseenCaller caller = coming.gone(nowNanos, closed);
        if (caller != null) {
          notifications.gone(caller);
        }
        lookNanos = Math.min(lookNanos, coming.nextLookNanos(nowNanos));
      }
    }
  }
}
