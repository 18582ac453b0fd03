package org.curtail.hedge;

import java.util.concurrent.atomic.AtomicLongArray;
import org.curtail.hedge.HedgeListener.CallEnd.Outcome;

/**
 * Recorder of {@link HedgeMetrics.CallTimes}. Recording increments a counter per call. Recording
 * and reading are wait-free. Thread-safe.
 */
final class LiveTimes {
  /** Calls with one attempt that answered. Each is also a time of a first attempt. */
  private final AtomicLongArray alone = new AtomicLongArray(HedgeMetrics.CallTimes.BUCKETS);

  /** Other calls, answered or timed out. */
  private final AtomicLongArray others = new AtomicLongArray(HedgeMetrics.CallTimes.BUCKETS);

  /** First attempts that answered after copies were sent. */
  private final AtomicLongArray firsts = new AtomicLongArray(HedgeMetrics.CallTimes.BUCKETS);

  /** Censored first attempts: their true times are longer. */
  private final AtomicLongArray longerFirsts = new AtomicLongArray(HedgeMetrics.CallTimes.BUCKETS);

  /** Records a call with one attempt that did not fail. */
  void recordSingle(Outcome outcome, long nanos) {
    if (outcome == Outcome.ANSWERED) {
      record(alone, nanos);
    } else {
      recordSeveral(outcome, nanos, false, false);
    }
  }

  /**
   * Records a call with several attempts, or without an answer.
   *
   * @param firstWon true if the first attempt answered first
   * @param firstEnded true if the first attempt answered or failed
   */
  void recordSeveral(Outcome outcome, long nanos, boolean firstWon, boolean firstEnded) {
    if (outcome == Outcome.ANSWERED || outcome == Outcome.TIMED_OUT) {
      record(others, nanos);
    }
    if (firstWon) {
      record(firsts, nanos);
    } else if (!firstEnded) {
      record(longerFirsts, nanos);
    }
  }

  private static void record(AtomicLongArray into, long nanos) {
    into.incrementAndGet(HedgeMetrics.CallTimes.bucket(nanos));
  }

  HedgeMetrics.CallTimes with() {
    return HedgeMetrics.CallTimes.known(sum(alone, others));
  }

  HedgeMetrics.CallTimes without() {
    return HedgeMetrics.CallTimes.estimated(sum(alone, firsts), sum(longerFirsts));
  }

  private static long[] sum(AtomicLongArray... parts) {
    long[] counts = new long[HedgeMetrics.CallTimes.BUCKETS];
    for (AtomicLongArray part : parts) {
      for (int bucket = 0; bucket < counts.length; bucket++) {
        counts[bucket] += part.get(bucket);
      }
    }
    return counts;
  }
}
