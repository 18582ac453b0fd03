package org.curtail.hedge;

import org.curtail.reissue.live.LateCalls;
import org.jspecify.annotations.Nullable;

/**
 * Distinguishes noise, against which hedging helps, from load, which hedging increases: copies are
 * load, load makes calls slow, and slow calls get copies (scylladb/scylladb#3156). This part reacts
 * at once, by {@link LateCalls}. The other part, {@link HedgeWatch}, judges failures, medians and
 * copies within seconds; the stricter of both counts. The replicas of late calls count until the
 * watch has had time to judge; the number of late calls always does.
 *
 * <p>For the timer's thread, except {@link #judged}, {@link #replanned} and {@link #state}.
 */
final class LoadGuard {
  /** Number of the watch's steps after which it decides. */
  private static final int STEPS_UNTIL_JUDGED = 5;

  /**
   * Findings of the guard.
   *
   * @param recentShare share of the last calls without an answer when their hedge was due
   * @param usualShare usual share: planned, or of all calls; negative if unknown
   * @param areSeveral true if more calls than usual are late at several replicas
   * @param recentOpen resulting share of the due hedges that may be sent
   * @param open that share with the watch's verdict included
   */
  record State(
      double recentShare, double usualShare, boolean areSeveral, double recentOpen, double open) {}

  private final LateCalls calls;
  private volatile double plannedShare;
  private volatile double judgedOpen = 1;
  private volatile boolean doCopiesHelp;

  /** Steps of the watch since calls are late at several replicas; written by the watch alone. */
  private volatile int steps;

  private volatile State state;

  /**
   * Creates a guard without observations.
   *
   * @param plannedShare share of the calls that reach their first hedge; not positive if unknown
   * @param budgetFraction copies per call that the budget allows
   */
  LoadGuard(double plannedShare, double budgetFraction) {
    this.plannedShare = plannedShare;
    calls = new LateCalls(plannedShare, budgetFraction);
    state = new State(0, plannedShare > 0 ? plannedShare : -1, false, 1, 1);
  }

  /** Sets the share of a new plan; waiting calls follow the old one for a moment. */
  void replanned(double share) {
    plannedShare = share;
  }

  /**
   * Records a verdict of the watch.
   *
   * @param openShare share that it allows
   * @param copiesHelp true if calls are late and their copies are not
   */
  void judged(double openShare, boolean copiesHelp) {
    judgedOpen = openShare;
    doCopiesHelp = copiesHelp;
    int before = steps;
    steps = state.areSeveral() ? before + 1 : 0;
  }

  /**
   * Counts a call without an answer when its first hedge is due.
   *
   * @param replica replica of the waiting call; null if not declared
   */
  void reached(@Nullable Object replica) {
    calls.planned(plannedShare);
    try {
      calls.late(replica);
    } catch (Throwable e) {
      // Replica objects of users have methods of their own; all but the place is counted by now.
      HedgeFaults.report(e);
    }
  }

  /** Counts calls that were answered before. */
  void answered(long count) {
    calls.planned(plannedShare);
    calls.answered(count);
  }

  /** Evaluates all counts again. */
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

  /** Returns the findings of the last evaluation. */
  State state() {
    return state;
  }
}
