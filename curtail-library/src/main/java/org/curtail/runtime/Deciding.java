package org.curtail.runtime;

import java.util.concurrent.atomic.AtomicBoolean;
import org.curtail.Decision;
import org.curtail.Load;
import org.curtail.dispatch.DispatchedRequest;
import org.jspecify.annotations.Nullable;

/**
 * What the policy has decided for one request, and when it is to be asked again. Read at every
 * border by all its workers; written by whoever has begun a review, one at a time.
 */
final class Deciding {
  private final AtomicBoolean reviewing = new AtomicBoolean();
  private volatile int degree;
  private volatile @Nullable Load newsSeen;

  /** When something is due though the load stays as it is: a question, or the deadline. */
  private volatile long dueNanos = DispatchedRequest.NEVER;

  /** True once it has all the workers that it can get for good: load and age mean nothing to it. */
  private volatile boolean settled;

  int degree() {
    return degree;
  }

  long dueNanos() {
    return dueNanos;
  }

  boolean isSettled() {
    return settled;
  }

  @SuppressWarnings("ReferenceEquality") // The allocator replaces the load when it changes.
  boolean isDue(long nowNanos, Load news) {
    return nowNanos >= dueNanos || (!settled && news != newsSeen);
  }

  /** Returns false if somebody else reviews at this moment. */
  boolean begin() {
    return reviewing.compareAndSet(false, true);
  }

  void end() {
    reviewing.set(false);
  }

  /** Nothing is asked until then. */
  void putOff(long untilNanos) {
    dueNanos = untilNanos;
  }

  /** One worker serves it alone; only the deadline matters. */
  void alone(long deadlineNanos) {
    degree = 1;
    settled = true;
    dueNanos = deadlineNanos;
  }

  /**
   * The policy has answered.
   *
   * @param news the load that it was shown
   * @param newDegree what it is from now on
   * @param nothingMore whether no answer can change anything any more
   * @param askNanos when it wants to be asked again
   */
  void decided(Load news, int newDegree, boolean nothingMore, long askNanos, long deadlineNanos) {
    degree = newDegree;
    newsSeen = news;
    settled = nothingMore;
    dueNanos = Math.min(nothingMore ? DispatchedRequest.NEVER : askNanos, deadlineNanos);
  }

  /** When to ask again by a decision, in a clock's time. */
  static long askNanos(Decision decision, long startNanos, long executionNanos) {
    return Instants.after(startNanos, Math.max(decision.askAgainNanos(), executionNanos + 1));
  }
}
