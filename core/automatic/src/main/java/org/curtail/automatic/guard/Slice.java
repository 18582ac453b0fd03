package org.curtail.automatic.guard;

import java.util.Arrays;
import org.curtail.Percentile;

/**
 * Time slice of one policy, and the results of the requests that arrive in it.
 *
 * <p>Earlier requests remain for a while. So the slice counts after they have ended: at least after
 * an eighth of its length, at most after all of it. From then on it counts for its length. It
 * accepts ends for one more length after its own end. A request that is still unfinished counts
 * with its time so far.
 */
public final class Slice {
  private static final int WASH_OUT_PART = 8;
  private static final int FIRST_ROOM = 128;
  private static final int MOST_KEPT = 1 << 16;
  private static final double P95 = 95;

  private final boolean isBaseline;
  private final long beginNanos;
  private final long lengthNanos;
  private final int mostInSystem;

  private int atBegin;
  private int leftFromBefore;
  private long clearedNanos;
  private long endedEarlyNanos = Long.MAX_VALUE;
  private boolean isOverrun;
  private int peak;

  private boolean isIdle = true;
  private long firstArrivalNanos;
  private final Tally counted = new Tally();

  /** Requests that arrived before the slice counted. */
  private final Tally washOut = new Tally();

  private long[] kept = new long[FIRST_ROOM];

  /**
   * Begins a slice.
   *
   * @param isBaseline true for a slice of the baseline
   * @param lengthNanos time during which requests are counted, at least 1
   * @param inSystem number of waiting or running requests in the service
   * @param mostInSystem number of its own requests above which it is overrun
   */
  Slice(boolean isBaseline, long beginNanos, long lengthNanos, int inSystem, int mostInSystem) {
    this.isBaseline = isBaseline;
    this.beginNanos = beginNanos;
    this.lengthNanos = lengthNanos;
    this.mostInSystem = mostInSystem;
    this.atBegin = inSystem;
    this.leftFromBefore = inSystem;
    this.clearedNanos = inSystem == 0 ? beginNanos : Long.MAX_VALUE;
  }

  /** Returns true for a slice of the baseline. */
  public boolean isBaseline() {
    return isBaseline;
  }

  public long lengthNanos() {
    return lengthNanos;
  }

  /** Returns the greatest number of requests in the service at once, without earlier ones. */
  int peak() {
    return peak;
  }

  /**
   * Returns the number of requests present at the start that are still in the service.
   *
   * @param most number of requests that were served then; others, which waited, do not count
   */
  int leftFromBefore(int most) {
    int ended = atBegin - leftFromBefore;
    return Math.max(Math.min(atBegin, most) - ended, 0);
  }

  /** Returns true until a request arrives. */
  public boolean isIdle() {
    return isIdle;
  }

  /** Returns true if more requests were present than allowed. */
  public boolean isOverrun() {
    return isOverrun;
  }

  private long countedFromNanos() {
    return Math.min(
        Math.max(beginNanos + lengthNanos / WASH_OUT_PART, clearedNanos), beginNanos + lengthNanos);
  }

  /** Returns the expected end. It moves forward if earlier requests end soon. */
  public long endNanos() {
    return Math.min(countedFromNanos() + lengthNanos, endedEarlyNanos);
  }

  boolean hasBegun(long nanos) {
    return nanos >= beginNanos;
  }

  /** Returns true if the earlier requests have ended by then, or have had their time. */
  boolean isPastWashOut(long nanos) {
    return nanos >= countedFromNanos();
  }

  private boolean counts(long arrivalNanos) {
    return isPastWashOut(arrivalNanos) && arrivalNanos < endNanos();
  }

  private boolean isWashOut(long arrivalNanos) {
    return hasBegun(arrivalNanos) && !isPastWashOut(arrivalNanos) && arrivalNanos < endNanos();
  }

  /**
   * Adds an arrival, with the number of requests in the service. A late report of an arrival before
   * the slice counts as an earlier request.
   */
  void arrived(long arrivalNanos, long nowNanos, int inSystem) {
    firstArrivalNanos = isIdle ? nowNanos : firstArrivalNanos;
    isIdle = false;
    if (!hasBegun(arrivalNanos)) {
      atBegin++;
      leftFromBefore++;
      clearedNanos = isPastWashOut(nowNanos) ? clearedNanos : Long.MAX_VALUE;
    }
    if (nowNanos < endNanos()) {
      peak = Math.max(peak, inSystem - leftFromBefore);
      isOverrun |= inSystem - leftFromBefore > mostInSystem;
    }
    noteArrival(arrivalNanos);
  }

  /** Counts an arrival within the slice, even if reported after it. */
  void noteArrival(long arrivalNanos) {
    if (counts(arrivalNanos)) {
      counted.arrived(arrivalNanos - beginNanos);
    } else if (isWashOut(arrivalNanos)) {
      washOut.arrived(arrivalNanos - beginNanos);
    }
  }

  /**
   * Adds an end of a request of any slice.
   *
   * @param isInformative true if its response time counts
   */
  void ended(long arrivalNanos, long responseNanos, boolean isInformative, long nowNanos) {
    if (arrivalNanos < beginNanos && leftFromBefore > 0) {
      leftFromBefore--;
      if (leftFromBefore == 0 && clearedNanos == Long.MAX_VALUE) {
        clearedNanos = nowNanos;
      }
    }
    if (counts(arrivalNanos)) {
      counted.ended(arrivalNanos - beginNanos);
      if (isInformative) {
        keep(responseNanos);
      }
    } else if (isWashOut(arrivalNanos)) {
      washOut.ended(arrivalNanos - beginNanos);
      if (isInformative) {
        washOut.response(responseNanos);
      }
    }
  }

  private void keep(long responseNanos) {
    int responses = counted.responses();
    if (responses == kept.length && responses < MOST_KEPT) {
      kept = Arrays.copyOf(kept, 2 * responses);
    }
    if (responses < kept.length) {
      kept[responses] = responseNanos;
    }
    counted.response(responseNanos);
  }

  /** Ends the slice now, after an overrun. */
  void endEarly(long nowNanos) {
    endedEarlyNanos = nowNanos;
  }

  /** Returns true if the policy has served for long enough. */
  public boolean isOver(long nowNanos) {
    return nowNanos >= endNanos();
  }

  /** Returns the time during which arrivals were counted. Valid after the slice. */
  long countedNanos() {
    return Math.max(endNanos() - countedFromNanos(), 0);
  }

  /**
   * Returns the number of requests that arrived before the slice counted. Valid after its
   * conclusion.
   */
  int washOutRequests() {
    return washOut.responses() + washOut.pending();
  }

  /**
   * Returns the mean response time of these requests, until now for unfinished ones; 0 without
   * requests.
   */
  double washOutMeanNanos() {
    int pending = washOut.pending();
    double pendingNanos =
        Math.max((latestNanos() - beginNanos) * (double) pending - washOut.pendingSum(), 0);
    return (washOut.responseSum() + (pending == 0 ? 0 : pendingNanos))
        / Math.max(washOutRequests(), 1);
  }

  /** Returns the time since the due end; 0 while no request has arrived. */
  public long lateNanos(long nowNanos) {
    return isIdle ? 0 : nowNanos - Math.max(endNanos(), firstArrivalNanos);
  }

  boolean isConcluded(long nowNanos) {
    boolean isAllEnded = counted.isAllEnded() && washOut.isAllEnded();
    return isOver(nowNanos) && (isAllEnded || nowNanos >= latestNanos());
  }

  private long latestNanos() {
    return endNanos() + lengthNanos;
  }

  /** Returns the result. Valid after the conclusion. */
  SliceOutcome outcome() {
    int pending = counted.pending();
    long eachNanos =
        pending == 0
            ? 0
            : Math.max(Math.round(latestNanos() - beginNanos - counted.pendingSum() / pending), 0);
    for (int i = 0; i < pending; i++) {
      keep(eachNanos);
    }
    counted.endPending();
    int responses = counted.responses();
    if (responses == 0) {
      return new SliceOutcome(counted.arrived(), 0, 0, isOverrun);
    }
    long[] ascending = Arrays.copyOf(kept, Math.min(responses, kept.length));
    Arrays.sort(ascending);
    return new SliceOutcome(
        counted.arrived(),
        counted.responseSum() / responses,
        ascending[Percentile.rank(P95, ascending.length)],
        isOverrun);
  }

  /** Counts of requests that arrive in a part of a slice, and of their response times. */
  private static final class Tally {
    private int arrived;
    private int ended;

    /** Total time from the start of the slice to the arrivals of unfinished requests. */
    private double pendingSum;

    private double responseSum;
    private int responses;

    /**
     * Counts an arrival.
     *
     * @param sinceBeginNanos its time since the beginning of the slice
     */
    void arrived(long sinceBeginNanos) {
      arrived++;
      pendingSum += sinceBeginNanos;
    }

    /**
     * Counts the end of a request.
     *
     * @param sinceBeginNanos time of its arrival since the beginning of the slice
     */
    void ended(long sinceBeginNanos) {
      ended++;
      pendingSum -= sinceBeginNanos;
    }

    void response(long nanos) {
      responseSum += nanos;
      responses++;
    }

    /** Stops waiting for unfinished requests. */
    void endPending() {
      ended = arrived;
    }

    boolean isAllEnded() {
      return ended >= arrived;
    }

    int pending() {
      return Math.max(arrived - ended, 0);
    }

    int arrived() {
      return arrived;
    }

    double pendingSum() {
      return pendingSum;
    }

    double responseSum() {
      return responseSum;
    }

    int responses() {
      return responses;
    }
  }

  /**
   * Results of the requests that arrived in one slice.
   *
   * @param requests number of requests, at least 0
   * @param meanNanos mean response time
   * @param p95Nanos 95th percentile of the response time
   * @param isOverrun true if more requests were in the service at once than ever under the
   *     baseline, so that the slice was or should have been ended early
   */
  record SliceOutcome(int requests, double meanNanos, double p95Nanos, boolean isOverrun) {
    SliceOutcome {
      if (requests < 0 || !(meanNanos >= 0) || !(p95Nanos >= 0)) {
        throw new IllegalArgumentException(
            "nothing of a slice may be negative: requests=%d, meanNanos=%s, p95Nanos=%s"
                .formatted(requests, meanNanos, p95Nanos));
      }
    }
  }
}
