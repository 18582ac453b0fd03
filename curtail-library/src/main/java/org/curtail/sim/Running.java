package org.curtail.sim;

import java.util.Arrays;
import org.curtail.Prediction;
import org.curtail.Progress;

/** A request that has started. */
final class Running {
  /** No such moment. */
  static final long NEVER = Long.MAX_VALUE;

  final int index;
  final int request;
  final long arrivalNanos;
  final long startNanos;
  private final Prediction prediction;

  /** What the policy decided last; 0 before the first decision. */
  int degree;

  /** When the policy wants to be asked again, and whether the load has changed since it was. */
  long askNanos = NEVER;

  boolean loadChanged = true;

  /** When each thread computes from on; the first {@link #threads} count. */
  private long[] joinNanos = new long[4];

  /** No thread that it has begins to compute later than this. */
  private long lastJoinNanos;

  int threads;

  /** Its share of the threads under a malleable policy, else as many as it may get. */
  int share = Integer.MAX_VALUE;

  /** While threads are shared out: how urgently it needs one beyond its share. */
  double priority;

  boolean boosted;

  /** Share of the work that is left, and how much of it goes in a nanosecond. */
  double remaining = 1;

  double ratePerNano;

  /** Service attained, and threads that compute until the next event. */
  double attainedNanos;

  int computing;

  /** What all of it takes with so many threads on cores of their own. */
  double aloneNanos;

  /** When it ends if nothing changes. */
  long endNanos = NEVER;

  Running(int index, int request, long arrivalNanos, long startNanos, Prediction prediction) {
    this.prediction = prediction;
    this.index = index;
    this.request = request;
    this.arrivalNanos = arrivalNanos;
    this.startNanos = startNanos;
  }

  /** As if it had so many threads. */
  Progress progress(long nowNanos, int withThreads) {
    return new Progress(
        nowNanos - arrivalNanos,
        nowNanos - startNanos,
        (long) attainedNanos,
        degree,
        withThreads,
        prediction);
  }

  void advance(long elapsedNanos) {
    remaining = Math.max(0, remaining - elapsedNanos * ratePerNano);
    attainedNanos += (double) elapsedNanos * computing;
  }

  void addThread(long fromNanos) {
    if (threads == joinNanos.length) {
      joinNanos = Arrays.copyOf(joinNanos, 2 * threads);
    }
    joinNanos[threads++] = fromNanos;
    lastJoinNanos = Math.max(lastJoinNanos, fromNanos);
  }

  /** The machine stands still for so long: what was on its way arrives later by that. */
  void pause(long nowNanos, long lengthNanos) {
    ratePerNano = 0;
    endNanos = NEVER;
    for (int i = 0; i < threads; i++) {
      joinNanos[i] += joinNanos[i] > nowNanos ? lengthNanos : 0;
      lastJoinNanos = Math.max(lastJoinNanos, joinNanos[i]);
    }
  }

  /** Those that came last go first. */
  void keepThreads(int count) {
    threads = count;
  }

  /** Whether it could use a thread more. */
  boolean wantsThread() {
    return threads < degree && threads < share;
  }

  boolean hasThreadsToLose() {
    return threads > share;
  }

  /** Whether nothing that a policy can say changes anything, if degrees never fall. */
  boolean isSettled(int maxDegree) {
    return degree == maxDegree && threads == maxDegree;
  }

  /** Threads that compute now. */
  int computing(long nowNanos) {
    if (lastJoinNanos <= nowNanos) {
      return threads;
    }
    int count = 0;
    for (int i = 0; i < threads; i++) {
      count += joinNanos[i] <= nowNanos ? 1 : 0;
    }
    return count;
  }

  /** When the next thread that is waking up begins to compute. */
  long nextJoinNanos(long nowNanos) {
    long next = NEVER;
    if (lastJoinNanos <= nowNanos) {
      return next;
    }
    for (int i = 0; i < threads; i++) {
      if (joinNanos[i] > nowNanos) {
        next = Math.min(next, joinNanos[i]);
      }
    }
    return next;
  }

  /** The first moment from now on at which it is at the border of a chunk. */
  long borderNanos(long nowNanos, long periodNanos) {
    if (periodNanos == 0 || threads == 0) {
      return nowNanos;
    }
    // Threads take chunks in turn, so that borders come the oftener the more threads there are.
    long spacing = Math.max(1, periodNanos / threads);
    long since = nowNanos - startNanos;
    return startNanos + Math.ceilDiv(since, spacing) * spacing;
  }

  /** When it has something to ask its policy or threads to lose: now or later, at a border. */
  long lookNanos(long nowNanos, long periodNanos) {
    if (loadChanged || hasThreadsToLose()) {
      return borderNanos(nowNanos, periodNanos);
    }
    return askNanos == NEVER ? NEVER : borderNanos(Math.max(askNanos, nowNanos), periodNanos);
  }
}
