package org.curtail.hedge;

import org.curtail.hedge.HedgeTimer.Entry;
import org.curtail.reissue.live.SplitMix;
import org.jspecify.annotations.Nullable;

/**
 * A call as an entry of the timer. The next due time is that of a hedge or the deadline. The fields
 * belong to the caller's thread before {@link #await}, then to the timer's thread. The call may end
 * long before the timer removes it.
 */
abstract class TimedCall implements Entry {
  final HedgeParts parts;
  final Schedule schedule;
  final long number;
  final long startNanos;
  final long deadlineNanos;

  /** Next due reissue. Beyond the last reissue, it also counts the refusals of the last resort. */
  private int nextReissue;

  /** True while the last resort is possible. */
  private boolean hasLastResort;

  /** Due time of the next reissue, or the deadline. */
  private long dueNanos;

  /** True once the gate has counted this call as answered or unanswered at its first hedge. */
  private boolean isCounted;

  TimedCall(HedgeParts parts, long number, long nowNanos, long deadlineNanos) {
    this.parts = parts;
    this.number = number;
    schedule = parts.schedule();
    startNanos = nowNanos;
    this.deadlineNanos = deadlineNanos;
  }

  abstract boolean hasEnded();

  /** Called when a hedge is due. */
  abstract void hedge(int reissue);

  /** True if this call was sent once. */
  abstract boolean isAlone();

  /** Called when the deadline has passed. */
  abstract void timeOut(long nowNanos);

  /** Returns the replica of the latest attempt; null if not declared. */
  abstract @Nullable Object replica();

  /** Adds this call to the timer, if a hedge or the deadline may become due. */
  final void await(boolean mayHedge) {
    nextReissue = mayHedge ? schedule.next(coin(), 0) : schedule.reissues();
    hasLastResort = mayHedge && schedule.hasLastResort();
    // Calls without a hedge by the plan's coin do not count. Without a plan, the last resort is
    // the first hedge.
    isCounted = nextReissue >= schedule.reissues() && !(hasLastResort && schedule.reissues() == 0);
    dueNanos = nextDue();
    if (isOver()) {
      if (!isCounted) {
        parts.gate.answeredAtOnce();
      }
    } else if (dueNanos != HedgeTimer.NEVER) {
      parts.timer.add(this);
    }
  }

  /** Returns the random bits of this call. */
  final long coin() {
    return SplitMix.bits(parts.seed, number);
  }

  private long nextDue() {
    return Math.min(hedgeNanos(), deadlineNanos);
  }

  private long hedgeNanos() {
    int refusals = nextReissue - schedule.reissues();
    if (refusals < 0) {
      return SteadyClock.after(startNanos, schedule.delayNanos(nextReissue));
    }
    return hasLastResort
        ? SteadyClock.after(startNanos, schedule.lastResortNanos(refusals))
        : HedgeTimer.NEVER;
  }

  @Override
  public final boolean isOver() {
    return hasEnded();
  }

  @Override
  public final long dueNanos() {
    return dueNanos;
  }

  @Override
  public final boolean due(long nowNanos) {
    if (nowNanos >= deadlineNanos) {
      isCounted = true;
      timeOut(nowNanos);
      return false;
    }
    if (nowNanos >= hedgeNanos()) {
      int reissue = nextReissue;
      boolean isPlanned = reissue < schedule.reissues();
      nextReissue = isPlanned ? schedule.next(coin(), reissue + 1) : reissue + 1;
      dueNanos = nextDue();
      if (!isCounted) {
        isCounted = true;
        parts.gate.late(replica());
      }
      if (isPlanned || isAlone()) {
        hedge(reissue);
      }
      if (!isPlanned && !isAlone()) {
        hasLastResort = false;
        dueNanos = nextDue();
      }
    }
    return dueNanos != HedgeTimer.NEVER;
  }

  @Override
  public final boolean onClose() {
    nextReissue = schedule.reissues();
    hasLastResort = false;
    isCounted = true;
    dueNanos = deadlineNanos;
    return dueNanos != HedgeTimer.NEVER;
  }

  @Override
  public final void removed() {
    if (!isCounted) {
      isCounted = true;
      parts.gate.answeredBefore();
    }
  }
}
