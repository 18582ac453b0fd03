package org.curtail.dispatch;

import org.curtail.PriorityClass;
import org.curtail.Progress;
import org.jspecify.annotations.Nullable;

/**
 * A request as the {@link Allocator} sees it, and what the allocator has given it. Only the
 * allocator changes what it was given. The subclass keeps it, as volatile fields if other threads
 * read it.
 */
public abstract class DispatchedRequest {
  /** No such moment. */
  public static final long NEVER = Long.MAX_VALUE;

  /** Whether it has been started and has not ended. */
  boolean isRunning;

  /** Where it waits, and who stands next to it there. */
  @Nullable Line<?> line;

  @Nullable DispatchedRequest ahead;
  @Nullable DispatchedRequest behind;

  /** If it was set aside: since when, and the level that its policy said. */
  long asideSinceNanos;

  int level;

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
  Cohort.@Nullable Place<?> place;

  /** For subclasses. */
  protected DispatchedRequest() {}

  // ---- What the request says of itself.

  /** Ascends in the order of arrival. */
  public abstract long id();

  /** How important it is. */
  public abstract PriorityClass priorityClass();

  /** When it arrived. */
  public abstract long arrivalNanos();

  /** When it is to be given up if it still waits; {@link #NEVER} if never. */
  public abstract long deadlineNanos();

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
  public boolean canBeSetAside() {
    return true;
  }

  /** How far it has come, as if it had so many threads. */
  public abstract Progress progress(long nowNanos, int withThreads);

  /**
   * Another policy serves from now on: {@link #degree} is 0 until that has decided, which is to be
   * at its next border. Needs no memory. Does nothing by default.
   */
  protected void forgetDecision() {}

  // ---- What it was given: at first no threads, as many as it likes, no slice, and not boosted.

  /** Threads that serve the request or are on their way to it. */
  public abstract int threads();

  /** As many threads as it may keep; 0 if it is to be set aside. */
  public abstract int share();

  /** When it is asked whether others should go on in its place; {@link #NEVER} if none want to. */
  public abstract long sliceEndNanos();

  /** Whether its threads keep whole cores. */
  public abstract boolean isBoosted();

  /** Remembers {@link #threads}. */
  protected abstract void setThreads(int count);

  /** Remembers a {@link #share} that differs from the one it had. */
  protected abstract void setShare(int count);

  /** Remembers {@link #sliceEndNanos}. */
  protected abstract void setSliceEndNanos(long nanos);

  /** Remembers {@link #isBoosted}. */
  protected abstract void setBoosted(boolean is);

  /** Whether it goes before, or after, others that started. */
  public final long startOrder() {
    return startOrder;
  }

  /** How far it has come. */
  public final Progress progress(long nowNanos) {
    return progress(nowNanos, threads());
  }

  /** Whether it may get, and could use, one thread more. */
  public final boolean wantsThread() {
    int threads = threads();
    return threads < degree() && threads < share() && hasWork();
  }

  /** As many threads as it could use at this moment; those that it has, if nobody has decided. */
  public final int usableThreads() {
    int degree = degree();
    return degree > 0 && hasWork() ? degree : Math.max(threads(), 1);
  }

  // ---- Written by the allocator.

  final void share(int count) {
    // Others read it at every border: a write that changes nothing would cost them a cache miss.
    if (share() != count) {
      setShare(count);
    }
  }

  /** No share and no slice limit who has no thread. */
  final void forgetTurn() {
    share(Integer.MAX_VALUE);
    setSliceEndNanos(NEVER);
  }

  final boolean isMoreImportantThan(DispatchedRequest other) {
    return priorityClass().compareTo(other.priorityClass()) < 0;
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
