package org.curtail.automatic;

import java.util.Arrays;
import org.curtail.Percentile;

/**
 * A slice of time in which one policy serves, and what becomes of the requests that arrive in it.
 *
 * <p>Requests that were there before stay with it for a while. So it counts only from when they
 * have ended, at least after an eighth of its length and at most after all of it; and from then for
 * its length. It is told of ends after its own for once more its length; who is not ready then
 * counts with the time up to then.
 */
final class Slice {
  private static final int WASH_OUT_PART = 8;
  private static final int FIRST_ROOM = 128;
  private static final int MOST_KEPT = 1 << 16;
  private static final double P95 = 95;

  private final boolean isSafe;
  private final long beginNanos;
  private final long lengthNanos;
  private final int mostInSystem;

  private int atBegin;
  private int leftFromBefore;
  private long clearedNanos;
  private long brokenOffNanos = Long.MAX_VALUE;
  private boolean isOverrun;
  private int peak;

  private boolean isIdle = true;
  private long firstArrivalNanos;
  private final SliceTally counted = new SliceTally();

  /** Of those that arrived before it counted. */
  private final SliceTally washOut = new SliceTally();

  private long[] kept = new long[FIRST_ROOM];

  /**
   * A slice that begins.
   *
   * @param isSafe whether the safe policy serves it
   * @param lengthNanos for which requests are counted, at least 1
   * @param inSystem requests that are in the service, waiting or running
   * @param mostInSystem with more of its own than that it is overrun
   */
  Slice(boolean isSafe, long beginNanos, long lengthNanos, int inSystem, int mostInSystem) {
    this.isSafe = isSafe;
    this.beginNanos = beginNanos;
    this.lengthNanos = lengthNanos;
    this.mostInSystem = mostInSystem;
    this.atBegin = inSystem;
    this.leftFromBefore = inSystem;
    this.clearedNanos = inSystem == 0 ? beginNanos : Long.MAX_VALUE;
  }

  /** Whether the safe policy serves it. */
  boolean isSafe() {
    return isSafe;
  }

  long lengthNanos() {
    return lengthNanos;
  }

  /** Most requests that were in the service at once, without those from before. */
  int peak() {
    return peak;
  }

  /**
   * Of the requests that were in the service when it began, the first ones that still are.
   *
   * @param most so many of them were served then, the others waited
   */
  int leftFromBefore(int most) {
    int ended = atBegin - leftFromBefore;
    return Math.max(Math.min(atBegin, most) - ended, 0);
  }

  /** Whether nobody has arrived yet. */
  boolean isIdle() {
    return isIdle;
  }

  /** Whether more requests were there than there should be. */
  boolean isOverrun() {
    return isOverrun;
  }

  private long countedFromNanos() {
    return Math.min(
        Math.max(beginNanos + lengthNanos / WASH_OUT_PART, clearedNanos), beginNanos + lengthNanos);
  }

  /** When it ends, as far as is known; sooner if requests from before end soon. */
  long endNanos() {
    return Math.min(countedFromNanos() + lengthNanos, brokenOffNanos);
  }

  boolean hasBegun(long nanos) {
    return nanos >= beginNanos;
  }

  /** Whether those who were there before have ended by then, or have had their time. */
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
   * A request arrived; with it so many are in the service. One that arrived before the slice began,
   * and of which that was told too late, was there before.
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

  /** Counts an arrival if it was in the slice, also if that is told when the slice is over. */
  void noteArrival(long arrivalNanos) {
    if (counts(arrivalNanos)) {
      counted.arrived(arrivalNanos - beginNanos);
    } else if (isWashOut(arrivalNanos)) {
      washOut.arrived(arrivalNanos - beginNanos);
    }
  }

  /**
   * A request has ended, of this slice or another.
   *
   * @param isTelling whether its response time says anything
   */
  void ended(long arrivalNanos, long responseNanos, boolean isTelling, long nowNanos) {
    if (arrivalNanos < beginNanos && leftFromBefore > 0) {
      leftFromBefore--;
      if (leftFromBefore == 0 && clearedNanos == Long.MAX_VALUE) {
        clearedNanos = nowNanos;
      }
    }
    if (counts(arrivalNanos)) {
      counted.ended(arrivalNanos - beginNanos);
      if (isTelling) {
        keep(responseNanos);
      }
    } else if (isWashOut(arrivalNanos)) {
      washOut.ended(arrivalNanos - beginNanos);
      if (isTelling) {
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

  /** Ends it now, since it is overrun. */
  void breakOff(long nowNanos) {
    brokenOffNanos = nowNanos;
  }

  /** Whether its policy has served for long enough. */
  boolean isOver(long nowNanos) {
    return nowNanos >= endNanos();
  }

  /** For how long requests that arrive are counted; once it is over. */
  long countedNanos() {
    return Math.max(endNanos() - countedFromNanos(), 0);
  }

  /** Requests that arrived in it before it counted; once it is concluded. */
  int washOutRequests() {
    return washOut.responses() + washOut.pending();
  }

  /** Their mean response time, up to then if they have not ended; 0 if there are none. */
  double washOutMeanNanos() {
    int pending = washOut.pending();
    double pendingNanos =
        Math.max((latestNanos() - beginNanos) * (double) pending - washOut.pendingSum(), 0);
    return (washOut.responseSum() + (pending == 0 ? 0 : pendingNanos))
        / Math.max(washOutRequests(), 1);
  }

  /** For how long it should have been over, had somebody looked; not as long as nobody came. */
  long lateNanos(long nowNanos) {
    return isIdle ? 0 : nowNanos - Math.max(endNanos(), firstArrivalNanos);
  }

  /** Whether nothing more is to come of it. */
  boolean isConcluded(long nowNanos) {
    boolean isAllEnded = counted.isAllEnded() && washOut.isAllEnded();
    return isOver(nowNanos) && (isAllEnded || nowNanos >= latestNanos());
  }

  private long latestNanos() {
    return endNanos() + lengthNanos;
  }

  /** What became of it, once it is concluded. */
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
}
