package org.curtail.benchkit.workflow;

import java.util.concurrent.atomic.DoubleAdder;
import java.util.concurrent.atomic.LongAdder;
import org.curtail.benchkit.replicas.SentCopies;

/** Counts a contender's calls at a stage. Thread-safe. */
final class StageCounter {
  private final LongAdder calls = new LongAdder();
  private final LongAdder callsInCopies = new LongAdder();
  private final LongAdder visits = new LongAdder();
  private final DoubleAdder lost = new DoubleAdder();

  /**
   * The counts.
   *
   * @param calls original calls
   * @param callsInCopies original calls within copies of a caller
   * @param copies number of copies of calls
   * @param visits visits that were not cancelled
   * @param lost sum of the lost shares of these visits
   */
  record Tally(long calls, long callsInCopies, SentCopies copies, long visits, double lost) {
    static final Tally NONE = new Tally(0, 0, SentCopies.NONE, 0, 0);

    Tally since(Tally earlier) {
      return new Tally(
          calls - earlier.calls,
          callsInCopies - earlier.callsInCopies,
          copies.since(earlier.copies),
          visits - earlier.visits,
          Math.max(0, lost - earlier.lost));
    }

    Tally plus(Tally more) {
      return new Tally(
          calls + more.calls,
          callsInCopies + more.callsInCopies,
          copies.plus(more.copies),
          visits + more.visits,
          lost + more.lost);
    }

    /** Returns the number of copies per original call; 0 without calls. */
    double share() {
      return calls == 0 ? 0 : (double) copies.sent() / calls;
    }

    /** Returns the mean share of needed answers that visits did not wait for. */
    double loss() {
      return visits == 0 ? 0 : lost / visits;
    }
  }

  void call(boolean inCopy) {
    calls.increment();
    if (inCopy) {
      callsInCopies.increment();
    }
  }

  void visit(double lostShare) {
    visits.increment();
    lost.add(lostShare);
  }

  Tally soFar(SentCopies copies) {
    return new Tally(calls.sum(), callsInCopies.sum(), copies, visits.sum(), lost.sum());
  }
}
