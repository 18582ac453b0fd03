package org.curtail.hedge;

import java.time.Duration;
import org.HdrHistogram.AtomicHistogram;
import org.curtail.hedge.CallEnd.Outcome;

/**
 * {@link CallTimes} in the making: one histogram is written per call. Recording and looking are
 * wait-free. Safe for all threads.
 */
final class LiveTimes {
  /** Times below a microsecond are not told from each other; above an hour they are an hour. */
  private static final long LEAST_NANOS = 1_000;

  private static final long MOST_NANOS = Duration.ofHours(1).toNanos();
  private static final int SIGNIFICANT_DIGITS = 3;

  /** Calls answered by the only attempt: their times are those of first attempts too. */
  private final AtomicHistogram alone = empty();

  /** Other calls, answered or timed out. */
  private final AtomicHistogram others = empty();

  /** First attempts that answered though further ones were sent. */
  private final AtomicHistogram firsts = empty();

  /** First attempts of which only is known that they took longer. */
  private final AtomicHistogram longerFirsts = empty();

  static AtomicHistogram empty() {
    return new AtomicHistogram(LEAST_NANOS, MOST_NANOS, SIGNIFICANT_DIGITS);
  }

  /** A call ended that had one attempt, which did not fail. */
  void ofAlone(Outcome outcome, long nanos) {
    if (outcome == Outcome.ANSWERED) {
      record(alone, nanos);
    } else {
      ofSeveral(outcome, nanos, false, false);
    }
  }

  /**
   * A call ended that had several attempts, or none that answered.
   *
   * @param firstWon whether its first attempt answered it
   * @param firstEnded whether the first attempt ended, so that it failed if it did not win
   */
  void ofSeveral(Outcome outcome, long nanos, boolean firstWon, boolean firstEnded) {
    if (outcome == Outcome.ANSWERED || outcome == Outcome.TIMED_OUT) {
      record(others, nanos);
    }
    if (firstWon) {
      record(firsts, nanos);
    } else if (!firstEnded) {
      record(longerFirsts, nanos);
    }
  }

  private static void record(AtomicHistogram into, long nanos) {
    into.recordValue(Math.min(nanos, into.getHighestTrackableValue()));
  }

  CallTimes with() {
    AtomicHistogram all = alone.copy();
    all.add(others.copy());
    return CallTimes.known(all);
  }

  CallTimes without() {
    AtomicHistogram known = alone.copy();
    known.add(firsts.copy());
    return CallTimes.estimated(known, longerFirsts.copy());
  }
}
