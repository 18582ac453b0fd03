package org.curtail.sim;

import java.util.Arrays;
import org.curtail.Decision;
import org.curtail.Load;
import org.curtail.Prediction;
import org.curtail.PriorityClass;
import org.curtail.Progress;
import org.curtail.dispatch.DispatchedRequest;
import org.jspecify.annotations.Nullable;

/** A request that has arrived. */
final class SimulatedRequest extends DispatchedRequest {
  final int index;
  final int request;
  private final Prediction prediction;

  /** Time of its first thread. */
  long firstStartNanos = NEVER;

  /** The same, later by its preempted time since. */
  private long startNanos = NEVER;

  /** Start of its preemption; NEVER if it runs. */
  private long asideFromNanos = NEVER;

  private int degree;

  /** Time for the next call of the policy, and the load at the last one. */
  private long askNanos = NEVER;

  private @Nullable Load newsSeen;

  /** The progress last shown to the policy. */
  private @Nullable Progress lastProgress;

  /** True if it has just started or resumed. */
  private boolean mustAsk = true;

  /** True if no answer of the policy can change anything. */
  private boolean settled;

  /** Time from which each thread computes; the first {@link #threads} count. */
  private long[] joinNanos = new long[4];

  /** Latest time from which any thread computes. */
  private long lastJoinNanos;

  /** Remaining share of the work, and its decrease in a nanosecond. */
  double remaining = 1;

  double ratePerNano;

  /** Service attained up to a moment, and threads that compute from then on. */
  private double attainedNanos;

  private long attainedAtNanos;
  int computing;

  /** Time of all of it with this number of threads on cores of their own. */
  double aloneNanos;

  /** Its end if nothing changes. */
  long endNanos = NEVER;

  /** Its recorded path; null if not needed. */
  private final @Nullable SimulatedPath path;

  SimulatedRequest(
      int index,
      int request,
      long arrivalNanos,
      Prediction prediction,
      @Nullable SimulatedPath path) {
    super(index, PriorityClass.NORMAL, arrivalNanos, NEVER);
    this.index = index;
    this.request = request;
    this.prediction = prediction;
    this.path = path;
  }

  @Override
  public long startNanos() {
    return startNanos;
  }

  @Override
  public int degree() {
    return degree;
  }

  @Override
  public boolean hasWork() {
    return true;
  }

  @Override
  public boolean isServedByAll() {
    return lastJoinNanos <= attainedAtNanos;
  }

  @Override
  public long leadNanos() {
    return (long) attainedNanos - threads() * attainedAtNanos;
  }

  @Override
  public Progress progress(long nowNanos, int withThreads) {
    if (startNanos == NEVER) {
      return Progress.waiting(nowNanos - arrivalNanos(), prediction);
    }
    long ageNanos = nowNanos - arrivalNanos();
    long executionNanos = Math.min(nowNanos, asideFromNanos) - startNanos;
    Progress last = lastProgress;
    // The policy is asked several times at a moment: new objects were half of a simulation's
    // allocations.
    if (last == null
        || last.ageNanos() != ageNanos
        || last.executionNanos() != executionNanos
        || last.attainedNanos() != (long) attainedNanos
        || last.degree() != degree
        || last.threads() != withThreads) {
      last =
          new Progress(
              ageNanos, executionNanos, (long) attainedNanos, degree, withThreads, prediction);
      lastProgress = last;
    }
    return last;
  }

  @Override
  protected void forgetDecision() {
    degree = 0;
    settled = false;
    askNanos = NEVER;
  }

  /** Starts: its first thread computes from now on. */
  void start(long nowNanos) {
    firstStartNanos = nowNanos;
    startNanos = nowNanos;
    attainedAtNanos = nowNanos;
    joinFrom(nowNanos);
  }

  /** Preempts it: its last thread has gone. */
  void setAside(long nowNanos) {
    asideFromNanos = nowNanos;
    computeWith(0, nowNanos);
    aloneNanos = Double.POSITIVE_INFINITY;
    ratePerNano = 0;
    endNanos = NEVER;
  }

  /** Sets the number of computing threads from now on. */
  void computeWith(int threads, long nowNanos) {
    computing = threads;
    if (path != null) {
      path.change(threads, remaining, nowNanos);
    }
  }

  /** Resumes: its one thread computes from a moment on. */
  void resume(long nowNanos, long fromNanos) {
    if (path != null) {
      path.resume();
    }
    long asideNanos = nowNanos - asideFromNanos;
    startNanos += asideNanos;
    askNanos = askNanos == NEVER ? NEVER : askNanos + asideNanos;
    asideFromNanos = NEVER;
    attainedAtNanos = nowNanos;
    mustAsk = true;
    lastJoinNanos = 0;
    joinFrom(fromNanos);
  }

  /**
   * Takes the policy's decision at this load.
   *
   * @param forGood true if no later answer would change anything, until it is preempted
   */
  void decided(int newDegree, Decision decision, Load news, boolean forGood) {
    mustAsk = false;
    settled = forGood;
    degree = newDegree;
    askNanos =
        decision.askAgainNanos() == Decision.NEVER ? NEVER : startNanos + decision.askAgainNanos();
    newsSeen = news;
  }

  void advance(long elapsedNanos) {
    remaining = Math.max(0, remaining - elapsedNanos * ratePerNano);
    attainedNanos += (double) elapsedNanos * computing;
    attainedAtNanos += elapsedNanos;
  }

  /** Lets the thread that was given last compute from then on. */
  void joinFrom(long fromNanos) {
    int last = threads() - 1;
    if (last == joinNanos.length) {
      joinNanos = Arrays.copyOf(joinNanos, 2 * last);
    }
    joinNanos[last] = fromNanos;
    lastJoinNanos = Math.max(lastJoinNanos, fromNanos);
  }

  /** Pauses the machine: everything on its way comes later by this time. */
  void pause(long nowNanos, long lengthNanos) {
    ratePerNano = 0;
    endNanos = NEVER;
    int count = threads();
    for (int i = 0; i < count; i++) {
      joinNanos[i] += joinNanos[i] > nowNanos ? lengthNanos : 0;
      lastJoinNanos = Math.max(lastJoinNanos, joinNanos[i]);
    }
  }

  /**
   * Returns true if its policy is to be asked now. The end of a slice alone is no reason to ask.
   */
  boolean isToAsk(Load news, long nowNanos, long periodNanos) {
    if (mustAsk) {
      return true;
    }
    long dueNanos =
        isNews(news) || (hasThreadsToLose() && share() > 0)
            ? nowNanos
            : settled ? NEVER : Math.max(askNanos, nowNanos);
    return dueNanos != NEVER && borderNanos(dueNanos, periodNanos) <= nowNanos;
  }

  @SuppressWarnings("ReferenceEquality") // The allocator replaces the load when it changes.
  private boolean isNews(Load news) {
    return !settled && news != newsSeen;
  }

  boolean hasThreadsToLose() {
    return threads() > share();
  }

  /** Returns true if no answer of the policy can change anything, given that degrees never fall. */
  boolean isSettled(int maxDegree) {
    return degree == maxDegree && threads() >= maxDegree;
  }

  /** Ends it. Returns its history, if recorded. */
  @Nullable SimulatedEnd end(long nowNanos) {
    if (path == null) {
      return null;
    }
    path.change(0, 0, nowNanos);
    return new SimulatedEnd(
        arrivalNanos(),
        firstStartNanos,
        nowNanos,
        (long) attainedNanos,
        path.peak(),
        path.phases(),
        path.timesAside(),
        startNanos - firstStartNanos,
        prediction);
  }

  /** Returns the number of threads that compute now. */
  int computing(long nowNanos) {
    int count = threads();
    if (lastJoinNanos <= nowNanos) {
      return count;
    }
    int awake = 0;
    for (int i = 0; i < count; i++) {
      awake += joinNanos[i] <= nowNanos ? 1 : 0;
    }
    return awake;
  }

  /** Returns the time at which the next waking thread begins to compute. */
  long nextJoinNanos(long nowNanos) {
    long next = NEVER;
    if (lastJoinNanos <= nowNanos) {
      return next;
    }
    int count = threads();
    for (int i = 0; i < count; i++) {
      if (joinNanos[i] > nowNanos) {
        next = Math.min(next, joinNanos[i]);
      }
    }
    return next;
  }

  /** Returns the first moment from now on at which it is at the border of a chunk. */
  long borderNanos(long nowNanos, long periodNanos) {
    if (periodNanos == 0 || threads() == 0) {
      return nowNanos;
    }
    // Threads take chunks in turn, so more threads mean more borders.
    long spacing = Math.max(1, periodNanos / threads());
    long since = nowNanos - startNanos;
    return startNanos + Math.ceilDiv(since, spacing) * spacing;
  }

  /** Returns the next time to ask the policy or to lose threads: now, or later at a border. */
  long lookNanos(Load news, long nowNanos, long periodNanos) {
    if (isNews(news) || hasThreadsToLose()) {
      return borderNanos(nowNanos, periodNanos);
    }
    long dueNanos = Math.min(settled ? NEVER : askNanos, sliceEndNanos());
    return dueNanos == NEVER ? NEVER : borderNanos(Math.max(dueNanos, nowNanos), periodNanos);
  }
}
