package org.curtail.hedge;

import org.curtail.hedge.HedgeListener.CallEnd.Outcome;

/** Counts of events in many schedules. */
final class PlayTally {
  long hedges;
  long retries;
  long won;
  long timedOut;
  long cancelled;
  long failed;
  long suppressed;
  long probes;
  long fatal;
  long stopped;

  void add(HedgePlayer player) {
    HedgeMetrics.Counts counts = player.stepped.hedge.metrics().counts();
    hedges += counts.hedges();
    retries += counts.retries();
    won += counts.won();
    timedOut += counts.ended(Outcome.TIMED_OUT);
    cancelled += counts.ended(Outcome.CANCELLED);
    failed += counts.ended(Outcome.FAILED);
    suppressed += counts.suppressed().values().stream().mapToLong(Long::longValue).sum();
    probes += player.calls.stream().filter(call -> call.isProbe).count();
    fatal += player.calls.stream().filter(PlayedCall::isFatal).count();
    stopped += player.calls.stream().filter(call -> call.lastAttempts >= 0).count();
  }
}
