package org.curtail.runtime;

import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * A thread that submits to the {@link HeldExecutor} without having said that its request begins:
 * the begin is its first submission, the end is guessed. Guessing too early loses help, guessing
 * too late counts a request that is no more; nothing else.
 */
final class UnseenCaller {
  private final HeldWork<Void> work;
  private final Request<?, Void> request;
  private final Worker worker;
  private final AtomicBoolean left = new AtomicBoolean();

  /** True while it is among those that are still to be told that their requests have ended. */
  boolean isGone;

  /** The next of those that are still to be told so. */
  @Nullable UnseenCaller nextGone;

  /** What it submits again and again; null once the request has ended. */
  private volatile @Nullable Runnable group;

  UnseenCaller(Runnable group, HeldWork<Void> work, Request<?, Void> request, Worker worker) {
    this.group = group;
    this.work = work;
    this.request = request;
    this.worker = worker;
    work.servedBy(this);
  }

  /** Waits until the policy admits the request; if this thread is interrupted, no longer. */
  void awaitStart() {
    boolean interrupted = false;
    while (!worker.hasWork() && !request.ticket().isDone()) {
      worker.await();
      if (Thread.interrupted()) {
        interrupted = true;
        request.engine().cancel(request);
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    if (worker.hasWork()) {
      work.giveSign();
      request.beginOutside();
    }
  }

  /** Whether a submission belongs to the request. */
  boolean submits(Runnable run) {
    // Lucene submits one object once per slice.
    return run.equals(group);
  }

  void hold(Runnable run) {
    work.hold(run);
  }

  boolean passAndIsOver() {
    return work.passAndIsOver();
  }

  /** The request has ended, as far as can be seen. Called by any thread, without the lock. */
  void leave() {
    if (!left.compareAndSet(false, true)) {
      return;
    }
    group = null;
    if (request.isOver()) {
      work.clear();
    }
    request.enoughClaimed();
    work.runAll();
    worker.leave();
  }
}
