package org.curtail.hedge;

import java.util.concurrent.CompletableFuture;
import org.curtail.reissue.SplitMix;
import org.jspecify.annotations.Nullable;

/**
 * A call as the timer knows it: what is due next, a hedge or the deadline. It is the future that
 * the caller gets, and an entry of the timer. The caller's until it waits, then the timer's.
 */
abstract class TimedCall<T extends @Nullable Object> extends CompletableFuture<T> implements Timed {
  final HedgeParts parts;
  final Schedule schedule;
  final long number;
  final long startNanos;
  final long deadlineNanos;

  /** The reissue that is due next. */
  private int nextReissue;

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

  /** The deadline has passed. */
  abstract void timeOut();

  /** Where its latest attempt went; null if nobody said. */
  abstract @Nullable Object replica();

  /** Waits from now on, if there is anything to wait for. */
  final void await(boolean mayHedge) {
    nextReissue = mayHedge ? schedule.next(coin(), 0) : schedule.reissues();
    isDecided = nextReissue >= schedule.reissues();
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
    return nextReissue < schedule.reissues()
        ? Math.min(hedgeNanos(), deadlineNanos)
        : deadlineNanos;
  }

  private long hedgeNanos() {
    return SteadyClock.after(startNanos, schedule.delayNanos(nextReissue));
  }

  /** A future that somebody completed behind our back counts as well. */
  @Override
  public final boolean isOver() {
    return hasEnded() || isDone();
  }

  @Override
  public final long dueNanos() {
    return dueNanos;
  }

  @Override
  public final boolean due(long nowNanos) {
    if (nowNanos >= deadlineNanos) {
      isDecided = true;
      timeOut();
      return false;
    }
    if (nextReissue < schedule.reissues() && nowNanos >= hedgeNanos()) {
      int reissue = nextReissue;
      nextReissue = schedule.next(coin(), reissue + 1);
      dueNanos = nextDue();
      if (!isDecided) {
        isDecided = true;
        parts.gate().reached(replica());
      }
      hedge(reissue);
    }
    return dueNanos != HedgeTimer.NEVER;
  }

  @Override
  public final boolean closing() {
    nextReissue = schedule.reissues();
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
