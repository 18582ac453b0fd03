package org.curtail.hedge;

import org.curtail.reissue.live.LateCalls;
import org.jspecify.annotations.Nullable;

/**
 * Limits hedges under load. Hedging helps against noise, but it adds load: load makes calls slow,
 * and slow calls get copies (scylladb/scylladb#3156). The guard reacts to late calls at once
 * ({@link LateCalls}). {@link HedgeWatch} judges failures, medians and copies within seconds. The
 * lower limit of both counts. The number of late calls always counts. The replicas of late calls
 * count until the watch has had time to judge.
 *
 * <p>For the timer's thread, except {@link #judged}, {@link #replanned} and {@link #state}.
 */
final class LoadGuard {
  /** Number of steps that the watch needs for a verdict. */
  private static final int STEPS_UNTIL_JUDGED = 5;

  /**
   * Findings of the guard.
   *
   * @param recentShare share of the last calls without an answer when their hedge was due
   * @param usualShare usual share of such calls: planned, or measured over all calls; negative if
   *     unknown
   * @param areAtSeveralReplicas true if more calls than usual are late at several replicas
   * @param recentOpen share of the due hedges that late calls allow
   * @param open share of the due hedges that may be sent: {@code recentOpen} or the watch's
   *     verdict, the lower one
   */
  record State(
      double recentShare,
      double usualShare,
      boolean areAtSeveralReplicas,
      double recentOpen,
      double open) {}

  private final LateCalls calls;
  private volatile double plannedShare;
  private volatile double judgedOpen = 1;
  private volatile boolean doCopiesHelp;

  /** Number of steps since calls are late at several replicas. Only the watch writes it. */
  private volatile int steps;

  private volatile State state;

  /**
   * Creates a guard without observations.
   *
   * @param plannedShare share of calls without an answer when their first hedge is due; not
   *     positive if unknown
   * @param budgetFraction number of copies per call that the budget allows
   */
  LoadGuard(double plannedShare, double budgetFraction) {
    this.plannedShare = plannedShare;
    calls = new LateCalls(plannedShare, budgetFraction);
    state = new State(0, plannedShare > 0 ? plannedShare : -1, false, 1, 1);
  }

  /** Sets the share of a new plan. Waiting calls still follow the old plan. */
  void replanned(double share) {
    plannedShare = share;
  }

  /**
   * Records a verdict of the watch.
   *
   * @param openShare share of the due hedges that the watch allows
   * @param copiesHelp true if calls are late but copies are not
   */
  void judged(double openShare, boolean copiesHelp) {
    judgedOpen = openShare;
    doCopiesHelp = copiesHelp;
    int before = steps;
    steps = state.areAtSeveralReplicas() ? before + 1 : 0;
  }

  /**
   * Counts a call without an answer when its first hedge is due.
   *
   * @param replica replica of the waiting call; null if not declared
   */
  void late(@Nullable Object replica) {
    calls.planned(plannedShare);
    try {
      calls.late(replica);
    } catch (Throwable e) {
      // A method of the user's replica object failed. Only its replica is not counted.
      HedgeFaults.report(e);
    }
  }

  /** Counts calls that were answered before their first hedge was due. */
  void answered(long count) {
    calls.planned(plannedShare);
    calls.answered(count);
  }

  /** Evaluates all counts, and publishes the findings. */
  State evaluate() {
    calls.planned(plannedShare);
    boolean mayJudge = doCopiesHelp || steps > STEPS_UNTIL_JUDGED;
    double recentOpen = mayJudge ? calls.openByNumber() : calls.openAtOnce();
    var found =
        new State(
            calls.recentShare(),
            calls.usualShare(),
            calls.areAtSeveralReplicas(),
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
