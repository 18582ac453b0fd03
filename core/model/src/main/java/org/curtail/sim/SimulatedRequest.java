package org.curtail.sim;

import java.util.Arrays;
import org.curtail.Decision;
import org.curtail.Load;
import org.curtail.Prediction;
import org.curtail.PriorityClass;
import org.curtail.Progress;
import org.curtail.dispatch.DispatchedRequest;
import org.jspecify.annotations.Nullable;

final class SimulatedRequest extends DispatchedRequest {
  final int index;
  final int request;
  private final Prediction prediction;

  /** Time of its first thread. */
  long firstStartNanos = NEVER;

  /** Time of the first thread plus the preempted time since. */
  private long startNanos = NEVER;

  /** Start of the present preemption; NEVER if the request runs. */
  private long asideFromNanos = NEVER;

  private int degree;

  /** Time of the next call of the policy; {@link #loadSeen} is the load at the last one. */
  private long nextDecisionNanos = NEVER;

  private @Nullable Load loadSeen;

  /** Progress that the policy saw last. */
  private @Nullable Progress lastProgress;

  /** True after a start or resumption, until the policy decides. */
  private boolean undecided = true;

  /** True if no decision of the policy can change anything. */
  private boolean settled;

  /** Time at which each thread begins to compute, for the first {@link #threads} elements. */
  private long[] joinNanos = new long[4];

  private long lastJoinNanos;

  /** Remaining share of the work; {@link #ratePerNano} is its decrease per nanosecond. */
  double remaining = 1;

  double ratePerNano;

  /** Share of the work that is left after the serial part; 1 without a serial part. */
  private final double parallelShare;

  /** True in the serial part, which has work for one thread only. */
  private boolean isSerial;

  /**
   * Service attained up to {@link #attainedAtNanos}; {@link #computing} threads compute from then
   * on.
   */
  private double attainedNanos;

  private long attainedAtNanos;
  int computing;

  /** Time of the whole request with this number of threads on cores of their own. */
  double aloneNanos;

  /** End of the request if nothing changes. */
  long endNanos = NEVER;

  /** Recorded path; null if nobody needs it. */
  private final @Nullable SimulatedPath path;

  SimulatedRequest(
      int index,
      int request,
      double parallelShare,
      long arrivalNanos,
      Prediction prediction,
      @Nullable SimulatedPath path) {
    super(index, PriorityClass.NORMAL, arrivalNanos, NEVER);
    this.index = index;
    this.request = request;
    this.parallelShare = parallelShare;
    isSerial = parallelShare < 1;
    this.prediction = prediction;
    this.path = path;
  }

  @Override
  public long startNanos() {
    return startNanos;
  }

  @Override
  public int decidedDegree() {
    return degree;
  }

  @Override
  public boolean hasWork() {
    return !isSerial;
  }

  /** Returns the remaining share of the work in the serial part, or in the part after it. */
  double remainingOfPart() {
    return isSerial ? Math.max(remaining - parallelShare, 0) : remaining;
  }

  /** Ends the serial part; returns false if it has ended before. */
  boolean endSerialPart() {
    boolean ends = isSerial;
    isSerial = false;
    return ends;
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
    // Reuse the object: several calls per moment made half of a simulation's allocations.
    if (last == null
        || last.ageNanos() != ageNanos
        || last.executionNanos() != executionNanos
        || last.attainedNanos() != (long) attainedNanos
        || last.decidedDegree() != degree
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
    nextDecisionNanos = NEVER;
  }

  /** Starts the request. The first thread computes from now on. */
  void start(long nowNanos) {
    firstStartNanos = nowNanos;
    startNanos = nowNanos;
    attainedAtNanos = nowNanos;
    joinFrom(nowNanos);
  }

  /** Preempts the request after it has lost its last thread. */
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

  /** Resumes the request. One thread of the request computes from a moment on. */
  void resume(long nowNanos, long fromNanos) {
    if (path != null) {
      path.resume();
    }
    long preemptedNanos = nowNanos - asideFromNanos;
    startNanos += preemptedNanos;
    nextDecisionNanos = nextDecisionNanos == NEVER ? NEVER : nextDecisionNanos + preemptedNanos;
    asideFromNanos = NEVER;
    attainedAtNanos = nowNanos;
    undecided = true;
    lastJoinNanos = 0;
    joinFrom(fromNanos);
  }

  /**
   * Records the policy's decision at this load.
   *
   * @param forGood true if no later decision changes anything until the next preemption
   */
  void decided(int newDegree, Decision decision, Load load, boolean forGood) {
    undecided = false;
    settled = forGood;
    degree = newDegree;
    nextDecisionNanos =
        decision.askAgainNanos() == Decision.NEVER ? NEVER : startNanos + decision.askAgainNanos();
    loadSeen = load;
  }

  void advance(long elapsedNanos) {
    remaining = Math.max(0, remaining - elapsedNanos * ratePerNano);
    attainedNanos += (double) elapsedNanos * computing;
    attainedAtNanos += elapsedNanos;
  }

  /** Sets the time from which the last given thread computes. */
  void joinFrom(long fromNanos) {
    int last = threads() - 1;
    if (last == joinNanos.length) {
      joinNanos = Arrays.copyOf(joinNanos, 2 * last);
    }
    joinNanos[last] = fromNanos;
    lastJoinNanos = Math.max(lastJoinNanos, fromNanos);
  }

  /** Delays all future events of the request by a pause of the machine. */
  void pause(long nowNanos, long lengthNanos) {
    ratePerNano = 0;
    endNanos = NEVER;
    int count = threads();
    for (int i = 0; i < count; i++) {
      joinNanos[i] += joinNanos[i] > nowNanos ? lengthNanos : 0;
      lastJoinNanos = Math.max(lastJoinNanos, joinNanos[i]);
    }
  }

  /** Returns true if the policy has to decide now. The end of a slice alone is no reason. */
  boolean needsDecision(Load load, long nowNanos, long periodNanos) {
    if (undecided) {
      return true;
    }
    long dueNanos =
        isNews(load) || (hasThreadsToLose() && threadLimit() > 0)
            ? nowNanos
            : settled ? NEVER : Math.max(nextDecisionNanos, nowNanos);
    return dueNanos != NEVER && borderNanos(dueNanos, periodNanos) <= nowNanos;
  }

  @SuppressWarnings("ReferenceEquality") // The allocator replaces the load when it changes.
  private boolean isNews(Load load) {
    return !settled && load != loadSeen;
  }

  boolean hasThreadsToLose() {
    return threads() > threadLimit();
  }

  /**
   * Returns true if no decision of the policy can change anything, given that degrees never fall.
   */
  boolean isSettled(int maxDegree) {
    return degree == maxDegree && threads() >= maxDegree;
  }

  /** Ends the request, and returns its history if recorded. */
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
        path.preemptions(),
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

  /** Returns the request's first chunk border from now on. */
  long borderNanos(long nowNanos, long periodNanos) {
    if (periodNanos == 0 || threads() == 0) {
      return nowNanos;
    }
    // Threads take chunks in turn, so more threads mean more borders.
    long spacing = Math.max(1, periodNanos / threads());
    long since = nowNanos - startNanos;
    return startNanos + Math.ceilDiv(since, spacing) * spacing;
  }

  /** Returns the next time for a decision or a loss of threads: now, or later at a border. */
  long nextLookNanos(Load load, long nowNanos, long periodNanos) {
    if (isNews(load) || hasThreadsToLose()) {
      return borderNanos(nowNanos, periodNanos);
    }
    long dueNanos = Math.min(settled ? NEVER : nextDecisionNanos, sliceEndNanos());
    return dueNanos == NEVER ? NEVER : borderNanos(Math.max(dueNanos, nowNanos), periodNanos);
  }
}
