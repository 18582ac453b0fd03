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

  /** When it was given its first thread. */
  long firstStartNanos = NEVER;

  /** The same, later by the time for which it was set aside since. */
  private long startNanos = NEVER;

  /** Since when it is set aside; NEVER if it is not. */
  private long asideFromNanos = NEVER;

  private int degree;

  /** When the policy wants to be asked again, and the load that it was shown. */
  private long askNanos = NEVER;

  private @Nullable Load newsSeen;

  /** What it was last said to have done. */
  private @Nullable Progress lastProgress;

  /** It has just started, or gone on. */
  private boolean mustAsk = true;

  /** Whether nothing that the policy can say changes anything. */
  private boolean settled;

  /** When each thread computes from on; the first {@link #threads} count. */
  private long[] joinNanos = new long[4];

  /** No thread that it has begins to compute later than this. */
  private long lastJoinNanos;

  /** Share of the work that is left, and how much of it goes in a nanosecond. */
  double remaining = 1;

  double ratePerNano;

  /** Service attained up to a moment, and threads that compute from then on. */
  private double attainedNanos;

  private long attainedAtNanos;
  int computing;

  /** What all of it takes with so many threads on cores of their own. */
  double aloneNanos;

  /** When it ends if nothing changes. */
  long endNanos = NEVER;

  /** What it tells of itself when it ends; null if nobody wants to know. */
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
    // Asked several times at a moment: new ones were half of all that a simulation allocates.
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

  /** Its first thread computes from now on. */
  void start(long nowNanos) {
    firstStartNanos = nowNanos;
    startNanos = nowNanos;
    attainedAtNanos = nowNanos;
    joinFrom(nowNanos);
  }

  /** Its last thread has gone. */
  void setAside(long nowNanos) {
    asideFromNanos = nowNanos;
    computeWith(0, nowNanos);
    aloneNanos = Double.POSITIVE_INFINITY;
    ratePerNano = 0;
    endNanos = NEVER;
  }

  /** So many threads compute from now on. */
  void computeWith(int threads, long nowNanos) {
    computing = threads;
    if (path != null) {
      path.change(threads, remaining, nowNanos);
    }
  }

  /** It goes on: its one thread computes from a moment on. */
  void resume(long nowNanos, long fromNanos) {
    if (path != null) {
      path.goesOn();
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
   * What the policy has decided, shown this load.
   *
   * @param forGood whether no later answer would change anything, until it is set aside
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

  /** The thread that was given last computes from then on. */
  void joinFrom(long fromNanos) {
    int last = threads() - 1;
    if (last == joinNanos.length) {
      joinNanos = Arrays.copyOf(joinNanos, 2 * last);
    }
    joinNanos[last] = fromNanos;
    lastJoinNanos = Math.max(lastJoinNanos, fromNanos);
  }

  /** The machine stands still for so long: what was on its way arrives later by that. */
  void pause(long nowNanos, long lengthNanos) {
    ratePerNano = 0;
    endNanos = NEVER;
    int count = threads();
    for (int i = 0; i < count; i++) {
      joinNanos[i] += joinNanos[i] > nowNanos ? lengthNanos : 0;
      lastJoinNanos = Math.max(lastJoinNanos, joinNanos[i]);
    }
  }

  /** Whether its policy is to be asked now. The end of a slice by itself is no question. */
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

  /** Whether nothing that a policy can say changes anything, if degrees never fall. */
  boolean isSettled(int maxDegree) {
    return degree == maxDegree && threads() >= maxDegree;
  }

  /** All its work is done. Returns what became of it, if somebody wants to know. */
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

  /** Threads that compute now. */
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

  /** When the next thread that is waking up begins to compute. */
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

  /** The first moment from now on at which it is at the border of a chunk. */
  long borderNanos(long nowNanos, long periodNanos) {
    if (periodNanos == 0 || threads() == 0) {
      return nowNanos;
    }
    // Threads take chunks in turn, so that borders come the oftener the more threads there are.
    long spacing = Math.max(1, periodNanos / threads());
    long since = nowNanos - startNanos;
    return startNanos + Math.ceilDiv(since, spacing) * spacing;
  }

  /** When it has something to ask its policy or threads to lose: now or later, at a border. */
  long lookNanos(Load news, long nowNanos, long periodNanos) {
    if (isNews(news) || hasThreadsToLose()) {
      return borderNanos(nowNanos, periodNanos);
    }
    long dueNanos = Math.min(settled ? NEVER : askNanos, sliceEndNanos());
    return dueNanos == NEVER ? NEVER : borderNanos(Math.max(dueNanos, nowNanos), periodNanos);
  }
}
