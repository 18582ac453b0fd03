package org.curtail.dispatch;

import org.curtail.PriorityClass;
import org.curtail.Progress;
import org.jspecify.annotations.Nullable;

/**
 * A request as the {@link Allocator} sees it, and what the allocator has given it. Only the
 * allocator changes what it was given; other threads may read that.
 *
 * <p>What is read most is kept here and not asked of the subclass: engine and simulator run in one
 * process when a plan is made, and the compiler would compile each such call anew for the class of
 * the other one.
 */
public abstract class DispatchedRequest {
  /** No such moment. */
  public static final long NEVER = Long.MAX_VALUE;

  private final long id;
  private final PriorityClass priorityClass;
  private final long arrivalNanos;
  private final long deadlineNanos;

  // Written by the allocator, read by the request's workers.
  volatile int threads;
  volatile int share = Integer.MAX_VALUE;
  volatile long sliceEndNanos = NEVER;
  volatile boolean boosted;

  /** True from the start to the end of the request, except while it is preempted. */
  boolean isRunning;

  /** The line in which the request waits, and its neighbours there. */
  RequestQueue.@Nullable Line<?> line;

  @Nullable DispatchedRequest ahead;
  @Nullable DispatchedRequest behind;

  /** Of a preempted request: the moment, and the level that its policy said. */
  long preemptedSinceNanos;

  int level;

  /** While it runs: since when it has had its turn. */
  long turnFromNanos;

  /** True if it is among the candidates for threads. */
  boolean isCandidate;

  /** Its index among them, if they are in no order. */
  int candidateIndex;

  /** Ascends in the order in which requests start. */
  long startOrder;

  /** While threads are shared out: its share so far. */
  int newShare;

  /** While threads are given out: how urgently it needs one beyond those it has. */
  double priority;

  /**
   * Its place among requests with the same number of threads that want more; null if it has none.
   */
  Candidates.Cohort.@Nullable Place<?> place;

  /**
   * A request that has arrived: without threads, without a limit of its share, without a slice, not
   * boosted.
   *
   * @param id ascends in the order of arrival
   * @param priorityClass its importance
   * @param arrivalNanos moment of its arrival
   * @param deadlineNanos moment at which it is given up if it still waits; {@link #NEVER} for none
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

  /** Moment of its arrival. */
  public final long arrivalNanos() {
    return arrivalNanos;
  }

  /** Moment at which it is given up if it still waits; {@link #NEVER} for none. */
  public final long deadlineNanos() {
    return deadlineNanos;
  }

  /** The moment of its start, later by the time for which it has been preempted. */
  public abstract long startNanos();

  /** The last decision of its policy; 0 before the first decision of that policy. */
  public abstract int degree();

  /** True if a further thread would find work in it. May change at any time. */
  public abstract boolean hasWork();

  /** True if all its threads serve it already; stays so until its threads change. */
  public abstract boolean isServedByAll();

  /**
   * The service attained, less the number of threads times the clock's time: constant for as long
   * as the request is {@linkplain #isServedByAll served by all}. May wrap around.
   */
  public abstract long leadNanos();

  /** True if its last thread can be taken, and the request go on later. */
  public boolean canBePreempted() {
    return true;
  }

  /** Its progress, with this number of threads. */
  public abstract Progress progress(long nowNanos, int withThreads);

  /**
   * Another policy serves from now on: {@link #degree} is 0 until that has decided, which is to be
   * at its next border. Needs no memory. Does nothing by default.
   */
  protected void forgetDecision() {}

  // ---- Threads and slices that it was given.

  /** Threads that serve the request or are on their way to it. */
  public final int threads() {
    return threads;
  }

  /** Number of threads that it may keep; 0 if it is to be preempted. */
  public final int share() {
    return share;
  }

  /**
   * The end of its slice, after which others may go on in its place; {@link #NEVER} if none want
   * to.
   */
  public final long sliceEndNanos() {
    return sliceEndNanos;
  }

  /** True if its threads keep whole cores. */
  public final boolean isBoosted() {
    return boosted;
  }

  /** Ascends in the order of the starts. */
  public final long startOrder() {
    return startOrder;
  }

  /** Its progress, with the threads that it has. */
  public final Progress progress(long nowNanos) {
    return progress(nowNanos, threads);
  }

  /** True if it may have, and could use, one more thread. */
  public final boolean wantsThread() {
    int current = threads;
    return current < degree() && current < share && hasWork();
  }

  /** Number of threads that it could use now; its present number before the first decision. */
  public final int usableThreads() {
    int degree = degree();
    return degree > 0 && hasWork() ? degree : Math.max(threads, 1);
  }

  // ---- Written by the allocator.

  final void share(int count) {
    // Others read it at every border: a write that changes nothing would cost them a cache miss.
    if (share != count) {
      share = count;
    }
  }

  /** Removes share and slice: a request without a thread has neither. */
  final void forgetTurn() {
    share(Integer.MAX_VALUE);
    sliceEndNanos = NEVER;
  }

  final boolean isMoreImportantThan(DispatchedRequest other) {
    return priorityClass.compareTo(other.priorityClass) < 0;
  }

  /** True if a request of the same class with this priority goes first. */
  final boolean yieldsTo(double otherPriority, long otherStartOrder) {
    return otherPriority > priority || (otherPriority == priority && otherStartOrder < startOrder);
  }

  /** Removes it from the candidates, which are about to be listed anew. */
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
