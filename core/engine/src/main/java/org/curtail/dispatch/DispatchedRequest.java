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

  /** Whether it has been started and has not ended. */
  boolean isRunning;

  /** Where it waits, and who stands next to it there. */
  Lines.@Nullable Line<?> line;

  @Nullable DispatchedRequest ahead;
  @Nullable DispatchedRequest behind;

  /** If it was set aside: since when, and the level that its policy said. */
  long preemptedSinceNanos;

  int level;

  /** While it runs: since when it has had its turn. */
  long turnFromNanos;

  /** Whether it stands among the candidates for threads. */
  boolean isCandidate;

  /** Where it stands among them, if they are in no order. */
  int candidateIndex;

  /** Ascends in the order in which requests start. */
  long startOrder;

  /** While threads are shared out: its share so far. */
  int newShare;

  /** While threads are given out: how urgently it needs one beyond those it has. */
  double priority;

  /** Among those that want threads and are served by as many; null if it is in no cohort. */
  Candidates.Cohort.@Nullable Place<?> place;

  /**
   * A request that has arrived: it has no threads, may have as many as it likes, has no slice, and
   * is not boosted.
   *
   * @param id ascends in the order of arrival
   * @param priorityClass how important it is
   * @param arrivalNanos when it arrived
   * @param deadlineNanos when it is to be given up if it still waits; {@link #NEVER} if never
   */
  protected DispatchedRequest(
      long id, PriorityClass priorityClass, long arrivalNanos, long deadlineNanos) {
    this.id = id;
    this.priorityClass = priorityClass;
    this.arrivalNanos = arrivalNanos;
    this.deadlineNanos = deadlineNanos;
  }

  // ---- What the request says of itself.

  /** Ascends in the order of arrival. */
  public final long id() {
    return id;
  }

  /** How important it is. */
  public final PriorityClass priorityClass() {
    return priorityClass;
  }

  /** When it arrived. */
  public final long arrivalNanos() {
    return arrivalNanos;
  }

  /** When it is to be given up if it still waits; {@link #NEVER} if never. */
  public final long deadlineNanos() {
    return deadlineNanos;
  }

  /** When it started, once it has; later by the time for which it was set aside since. */
  public abstract long startNanos();

  /** What its policy decided last; 0 before the first decision of that policy. */
  public abstract int degree();

  /** Whether a further thread would find something to do in it. May change at any time. */
  public abstract boolean hasWork();

  /** True if all its threads serve it already; stays so until its threads change. */
  public abstract boolean isServedByAll();

  /**
   * Service attained, less threads times the time of the clock: constant for as long as it is
   * {@linkplain #isServedByAll served by all}. May wrap around.
   */
  public abstract long leadNanos();

  /** Whether its last thread can be taken from it, and the request go on later. */
  public boolean canBePreempted() {
    return true;
  }

  /** How far it has come, as if it had so many threads. */
  public abstract Progress progress(long nowNanos, int withThreads);

  /**
   * Another policy serves from now on: {@link #degree} is 0 until that has decided, which is to be
   * at its next border. Needs no memory. Does nothing by default.
   */
  protected void forgetDecision() {}

  // ---- What it was given.

  /** Threads that serve the request or are on their way to it. */
  public final int threads() {
    return threads;
  }

  /** As many threads as it may keep; 0 if it is to be set aside. */
  public final int share() {
    return share;
  }

  /** When it is asked whether others should go on in its place; {@link #NEVER} if none want to. */
  public final long sliceEndNanos() {
    return sliceEndNanos;
  }

  /** Whether its threads keep whole cores. */
  public final boolean isBoosted() {
    return boosted;
  }

  /** Whether it goes before, or after, others that started. */
  public final long startOrder() {
    return startOrder;
  }

  /** How far it has come. */
  public final Progress progress(long nowNanos) {
    return progress(nowNanos, threads);
  }

  /** Whether it may get, and could use, one thread more. */
  public final boolean wantsThread() {
    int current = threads;
    return current < degree() && current < share && hasWork();
  }

  /** As many threads as it could use at this moment; those that it has, if nobody has decided. */
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

  /** No share and no slice limit who has no thread. */
  final void forgetTurn() {
    share(Integer.MAX_VALUE);
    sliceEndNanos = NEVER;
  }

  final boolean isMoreImportantThan(DispatchedRequest other) {
    return priorityClass.compareTo(other.priorityClass) < 0;
  }

  /** Whether somebody of this priority goes before this request, if they are of the same class. */
  final boolean yieldsTo(double otherPriority, long otherStartOrder) {
    return otherPriority > priority || (otherPriority == priority && otherStartOrder < startOrder);
  }

  /** Those that want threads are about to be listed anew. */
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
