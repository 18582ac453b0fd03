package org.curtail.hedge;

import org.curtail.reissue.live.SplitMix;
import org.jspecify.annotations.Nullable;

/**
 * A call as the timer knows it: what is due next, a hedge or the deadline. The caller's until it
 * waits, then the timer's. It may be over long before the timer forgets it.
 */
abstract class TimedCall implements Timed {
  final HedgeParts parts;
  final Schedule schedule;
  final long number;
  final long startNanos;
  final long deadlineNanos;

  /** The reissue that is due next. Beyond the last one: how often the last resort was refused. */
  private int nextReissue;

  /** Whether it is due once more if it has no copy by then. */
  private boolean hasLastResort;

  /** When it, or the deadline, is due. */
  private long dueNanos;

  /** Whether it is known if the call had an answer when its first hedge was due. */
  private boolean isDecided;

  TimedCall(HedgeParts parts, long number, long nowNanos, long deadlineNanos) {
    this.parts = parts;
    this.number = number;
    schedule = parts.schedule();
    startNanos = nowNanos;
    this.deadlineNanos = deadlineNanos;
  }

  /** Whether it has ended. */
  abstract boolean hasEnded();

  /** A hedge is due. */
  abstract void hedge(int reissue);

  /** Whether it was sent once. */
  abstract boolean isAlone();

  /** The deadline has passed. */
  abstract void timeOut(long nowNanos);

  /** Where its latest attempt went; null if nobody said. */
  abstract @Nullable Object replica();

  /** Waits from now on, if there is anything to wait for. */
  final void await(boolean mayHedge) {
    nextReissue = mayHedge ? schedule.next(coin(), 0) : schedule.reissues();
    hasLastResort = mayHedge && schedule.hasLastResort();
    // Whom chance leaves out of a plan does not count; without a plan the last resort is the first.
    isDecided = nextReissue >= schedule.reissues() && !(hasLastResort && schedule.reissues() == 0);
    dueNanos = nextDue();
    if (isOver()) {
      if (!isDecided) {
        parts.gate().answeredAtOnce();
      }
    } else if (dueNanos != HedgeTimer.NEVER) {
      parts.timer().add(this);
    }
  }

  /** What chance says of it. */
  final long coin() {
    return SplitMix.bits(parts.seed(), number);
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
      isDecided = true;
      timeOut(nowNanos);
      return false;
    }
    if (nowNanos >= hedgeNanos()) {
      int reissue = nextReissue;
      boolean isPlanned = reissue < schedule.reissues();
      nextReissue = isPlanned ? schedule.next(coin(), reissue + 1) : reissue + 1;
      dueNanos = nextDue();
      if (!isDecided) {
        isDecided = true;
        parts.gate().reached(replica());
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
  public final boolean closing() {
    nextReissue = schedule.reissues();
    hasLastResort = false;
    isDecided = true;
    dueNanos = deadlineNanos;
    return dueNanos != HedgeTimer.NEVER;
  }

  @Override
  public final void gone() {
    if (!isDecided) {
      isDecided = true;
      parts.gate().answeredBefore();
    }
  }
}
