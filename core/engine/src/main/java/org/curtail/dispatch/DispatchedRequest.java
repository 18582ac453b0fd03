package org.curtail.dispatch;

import org.curtail.PriorityClass;
import org.curtail.Progress;
import org.jspecify.annotations.Nullable;

/**
 * A request in the view of the {@link Allocator}, with the threads that it has got. Only the
 * allocator changes them; other threads may read them.
 *
 * <p>Values that are read often are fields of this class, not abstract methods. When a plan is
 * made, engine and simulator run in one process. Calls of methods with two implementations would be
 * slower there.
 */
public abstract class DispatchedRequest {
  /** The moment that never comes: there is no such moment. */
  public static final long NEVER = Long.MAX_VALUE;

  private final long id;
  private final PriorityClass priorityClass;
  private final long arrivalNanos;
  private final long deadlineNanos;

  // Written by the allocator, read by the request's workers.
  volatile int threads;
  volatile int threadLimit = Integer.MAX_VALUE;
  volatile long sliceEndNanos = NEVER;
  volatile boolean boosted;

  /** True from the start to the end of the request, except while it is preempted. */
  boolean isRunning;

  /** The line that the request stands in, and its neighbours there. */
  RequestQueue.@Nullable Line<?> line;

  @Nullable DispatchedRequest ahead;
  @Nullable DispatchedRequest behind;

  /** The moment of the preemption, and the level that the policy gave the request. */
  long preemptedSinceNanos;

  int level;

  /** The begin of the present turn of a running request. */
  long turnFromNanos;

  /** True if the request is listed as a candidate for threads. */
  boolean isCandidate;

  /** The index among the candidates, if these have no order. */
  int candidateIndex;

  /** Ascends in the order in which requests start. */
  long startOrder;

  /** The thread limit so far, while threads are divided. */
  int newThreadLimit;

  /** The urgency of one more thread, while threads are given out. */
  double priority;

  /**
   * The place among requests that have the same number of threads and want more; null if the
   * request has no place.
   */
  Candidates.Cohort.@Nullable Place<?> place;

  /**
   * A request that has arrived: without threads, without a thread limit, without a slice, not
   * boosted.
   *
   * @param id ascends in the order of arrival
   * @param priorityClass importance of the request
   * @param arrivalNanos moment of its arrival
   * @param deadlineNanos moment at which the request must have ended; {@link #NEVER} for none
   */
  protected DispatchedRequest(
      long id, PriorityClass priorityClass, long arrivalNanos, long deadlineNanos) {
    this.id = id;
    this.priorityClass = priorityClass;
    this.arrivalNanos = arrivalNanos;
    this.deadlineNanos = deadlineNanos;
  }

  // ---- The request's own state.

  /** Ascends in the order of arrival. */
  public final long id() {
    return id;
  }

  public final PriorityClass priorityClass() {
    return priorityClass;
  }

  /** The moment of the arrival. */
  public final long arrivalNanos() {
    return arrivalNanos;
  }

  /** The moment at which the request must have ended; {@link #NEVER} for none. */
  public final long deadlineNanos() {
    return deadlineNanos;
  }

  /** The moment of the start plus the preempted time. */
  public abstract long startNanos();

  /** The last decision of the present policy: a number of threads; 0 before its first decision. */
  public abstract int decidedDegree();

  /** True if another thread would find work in this request. May change at any time. */
  public abstract boolean hasWork();

  /**
   * True if all threads of the request are awake and serve it. Stays true until its threads change.
   */
  public abstract boolean isServedByAll();

  /**
   * The attained service minus the number of threads times the time of the clock. Constant while
   * the request is {@linkplain #isServedByAll served by all}. May wrap around.
   */
  public abstract long leadNanos();

  /** True if the request can lose its last thread and continue later. */
  public boolean canBePreempted() {
    return true;
  }

  /** The progress of the request, with this number of threads. */
  public abstract Progress progress(long nowNanos, int withThreads);

  /**
   * Forgets the decision of an earlier policy. {@link #decidedDegree} is 0 until the new policy
   * decides at the next border. Allocates no memory. Does nothing by default.
   */
  protected void forgetDecision() {}

  // ---- Threads and slices that the allocator has given.

  /** Number of threads that serve the request or are waking up for it. */
  public final int threads() {
    return threads;
  }

  /** Number of threads that the request may keep; 0 if it is to be preempted. */
  public final int threadLimit() {
    return threadLimit;
  }

  /**
   * The end of the slice, after which another request may replace this one; {@link #NEVER} if no
   * request waits.
   */
  public final long sliceEndNanos() {
    return sliceEndNanos;
  }

  /** True if the threads of the request keep whole cores. */
  public final boolean isBoosted() {
    return boosted;
  }

  /** Ascends in the order of the starts. */
  public final long startOrder() {
    return startOrder;
  }

  /** The progress of the request, with its present threads. */
  public final Progress progress(long nowNanos) {
    return progress(nowNanos, threads);
  }

  /** True if the request may have one more thread and has work for it. */
  public final boolean wantsThread() {
    int current = threads;
    return current < decidedDegree() && current < threadLimit && hasWork();
  }

  /**
   * Number of threads that the request could use now; before the first decision, its present
   * number.
   */
  public final int usableThreads() {
    int degree = decidedDegree();
    return degree > 0 && hasWork() ? degree : Math.max(threads, 1);
  }

  // ---- Written by the allocator.

  final void setThreadLimit(int count) {
    // Workers read this at every border. A write without a change would cost them a cache miss.
    if (threadLimit != count) {
      threadLimit = count;
    }
  }

  /** Removes thread limit and slice: a request without a thread has neither. */
  final void forgetTurn() {
    setThreadLimit(Integer.MAX_VALUE);
    sliceEndNanos = NEVER;
  }

  final boolean isMoreImportantThan(DispatchedRequest other) {
    return priorityClass.compareTo(other.priorityClass) < 0;
  }

  /** True if a request of the same class with this priority goes first. */
  final boolean yieldsTo(double otherPriority, long otherStartOrder) {
    return otherPriority > priority || (otherPriority == priority && otherStartOrder < startOrder);
  }

  /** Forgets the place among the candidates. Another list of candidates replaces the old one. */
  final void leaveCandidates() {
    isCandidate = false;
    place = null;
  }

  final void leaveCohort() {
    if (place != null) {
      place.leave();
      place = null;
    }
  }
}
