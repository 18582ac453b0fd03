package org.curtail.hedge;

import org.curtail.reissue.live.LateCalls;
import org.jspecify.annotations.Nullable;

/**
 * Tells noise, which hedging helps against, from load, which it makes worse: hedges add load, load
 * makes calls slow, and slow calls are hedged (scylladb/scylladb#3156). This is the half that acts
 * at once, by {@link LateCalls}. The other half, {@link HedgeWatch}, knows failures, medians and
 * how copies fare, and acts within seconds; the worse of the two counts. Where calls are late
 * counts until the watch has had time to judge; how many are late always does.
 *
 * <p>For the timer's thread, but for {@link #judged}, {@link #replanned} and {@link #state}.
 */
final class LoadGuard {
  /** After so many steps of the watch it knows better. */
  private static final int STEPS_UNTIL_JUDGED = 5;

  /**
   * What it has found.
   *
   * @param recentShare of the last calls, that came to their hedge without an answer
   * @param usualShare what is usual: as planned, or of all calls; negative if it is not known
   * @param areSeveral whether calls are late at several replicas, more of them than usual
   * @param recentOpen what follows from these: share of the due hedges that may be sent
   * @param open the same, if what the watch says is respected too
   */
  record State(
      double recentShare, double usualShare, boolean areSeveral, double recentOpen, double open) {}

  private final LateCalls calls;
  private volatile double plannedShare;
  private volatile double judgedOpen = 1;
  private volatile boolean doCopiesHelp;

  /** Steps of the watch since calls are late at several replicas; written by it alone. */
  private volatile int steps;

  private volatile State state;

  /**
   * A guard of calls of which nothing was seen.
   *
   * @param plannedShare of the calls that come to their first hedge; not positive if not known
   * @param budgetFraction copies per call that the budget allows
   */
  LoadGuard(double plannedShare, double budgetFraction) {
    this.plannedShare = plannedShare;
    calls = new LateCalls(plannedShare, budgetFraction);
    state = new State(0, plannedShare > 0 ? plannedShare : -1, false, 1, 1);
  }

  /** Another plan from now on; calls that wait follow the old one for a moment. */
  void replanned(double share) {
    plannedShare = share;
  }

  /**
   * A step of the watch.
   *
   * @param openShare what it lets pass
   * @param copiesHelp whether calls are late and copies of them are not
   */
  void judged(double openShare, boolean copiesHelp) {
    judgedOpen = openShare;
    doCopiesHelp = copiesHelp;
    int before = steps;
    steps = state.areSeveral() ? before + 1 : 0;
  }

  /**
   * A call has come to its first hedge without an answer.
   *
   * @param replica where it waits; null if nobody said
   */
  void reached(@Nullable Object replica) {
    calls.planned(plannedShare);
    try {
      calls.late(replica);
    } catch (Throwable e) {
      // What users call a replica has methods of its own; all but the place is counted by now.
      HedgeFaults.met(e);
    }
  }

  /** Calls had their answers before. */
  void answered(long count) {
    calls.planned(plannedShare);
    calls.answered(count);
  }

  /** Looks at everything again. */
  State look() {
    calls.planned(plannedShare);
    boolean mayJudge = doCopiesHelp || steps > STEPS_UNTIL_JUDGED;
    double recentOpen = mayJudge ? calls.openByNumber() : calls.openAtOnce();
    var found =
        new State(
            calls.recentShare(),
            calls.usualShare(),
            calls.areAtSeveral(),
            recentOpen,
            Math.min(recentOpen, judgedOpen));
    state = found;
    return found;
  }

  /** As it was when somebody looked last. */
  State state() {
    return state;
  }
}
