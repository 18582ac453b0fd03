package org.curtail.hedge;

import static java.util.Objects.requireNonNull;

import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import org.curtail.hedge.HedgeListener.CallEnd.Outcome;

/** Counters without contention. Thread-safe. */
final class HedgeMeters {
  private final LongAdder calls = new LongAdder();
  private final LongAdder hedges = new LongAdder();
  private final LongAdder retries = new LongAdder();
  private final LongAdder won = new LongAdder();
  private final LongAdder lost = new LongAdder();
  private final LongAdder failedAttempts = new LongAdder();
  private final Map<Outcome, LongAdder> ended = new EnumMap<>(Outcome.class);
  private final Map<HedgeListener.SuppressedBy, LongAdder> suppressed =
      new EnumMap<>(HedgeListener.SuppressedBy.class);

  HedgeMeters() {
    for (Outcome outcome : Outcome.values()) {
      ended.put(outcome, new LongAdder());
    }
    for (HedgeListener.SuppressedBy by : HedgeListener.SuppressedBy.values()) {
      suppressed.put(by, new LongAdder());
    }
  }

  void call() {
    calls.increment();
  }

  void hedge() {
    hedges.increment();
  }

  void retry() {
    retries.increment();
  }

  void attemptFailed() {
    failedAttempts.increment();
  }

  void suppressed(HedgeListener.SuppressedBy by) {
    requireNonNull(suppressed.get(by)).increment();
  }

  void ended(Outcome outcome) {
    requireNonNull(ended.get(outcome)).increment();
  }

  /** Counts the copies and retries of a call that has ended. */
  void endedCopies(int sent, int winner) {
    int further = Math.max(sent - 1, 0);
    if (further > 0) {
      if (winner > 0) {
        won.increment();
        further--;
      }
      lost.add(further);
    }
  }

  long answered() {
    return requireNonNull(ended.get(Outcome.ANSWERED)).sum();
  }

  HedgeMetrics.Counts counts() {
    // Counters are read in reverse order of their updates, so that no part exceeds its whole.
    long lostSoFar = lost.sum();
    long wonSoFar = won.sum();
    var endedSoFar = new EnumMap<Outcome, Long>(Outcome.class);
    ended.forEach((outcome, count) -> endedSoFar.put(outcome, count.sum()));
    var suppressedSoFar =
        new EnumMap<HedgeListener.SuppressedBy, Long>(HedgeListener.SuppressedBy.class);
    suppressed.forEach((by, count) -> suppressedSoFar.put(by, count.sum()));
    long failedSoFar = failedAttempts.sum();
    long hedgesSoFar = hedges.sum();
    long retriesSoFar = retries.sum();
    return new HedgeMetrics.Counts(
        calls.sum(),
        endedSoFar,
        hedgesSoFar,
        retriesSoFar,
        wonSoFar,
        lostSoFar,
        failedSoFar,
        suppressedSoFar);
  }
}
