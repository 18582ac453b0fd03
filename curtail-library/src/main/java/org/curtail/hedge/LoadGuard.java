package org.curtail.hedge;

import org.jspecify.annotations.Nullable;

/**
 * Tells noise, which hedging helps against, from load, which it makes worse: hedges add load, load
 * makes calls slow, and slow calls are hedged (scylladb/scylladb#3156). This is the half that acts
 * at once: it looks at the last 64 calls or so, and at the share of them that came to their first
 * hedge without an answer. If one replica of two pauses, that is a half; if it is much more, all
 * are slow. It needs no answers, so it also sees a service that gives none. The other half, {@link
 * HedgeWatch}, knows failures and what is usual, and acts within seconds; the worse of the two
 * counts.
 *
 * <p>A hundred late calls would be as many copies if the budget has saved as many tokens, which a
 * service has while it is well. So, until the watch has had time to judge, a few calls that are late
 * at several replicas are enough ({@link LatePlaces}) to send a trickle only: saved tokens are for a
 * slow replica.
 *
 * <p>Calls come to their hedges whether these are sent or not, so it opens again by itself. For the
 * timer's thread, but for {@link #judged}, {@link #replanned} and {@link #state}.
 */
final class LoadGuard {
  /** So many calls of the past weigh as much as all before them. */
  private static final double RECENT = 64;

  private static final double LOW = 0.65;
  private static final double HIGH = 0.85;

  /** Where that many calls come to their hedge anyway, it cannot be told what is too many. */
  private static final double MOST_USUAL = 0.5;

  private static final double LONG_RUN = 10_000;

  /** By fewer calls it is not known what is usual, unless it was planned. */
  private static final double LEAST_USUAL_COUNT = 1_000;

  /** After so many steps of the watch it knows better. */
  private static final int STEPS_UNTIL_JUDGED = 5;

  private static final double TRICKLE = 0.1;

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

  private final double budgetFraction;
  private final LatePlaces places = new LatePlaces();

  private volatile double plannedShare;
  private volatile double judgedOpen = 1;
  private volatile boolean doCopiesHelp;

  /** Steps of the watch since calls are late at several replicas; written by it alone. */
  private volatile int steps;

  private volatile State state;
  private double shareOpen = 1;
  private double recentShare;
  private double usualShare;
  private double usualCount;

  /**
   * A guard of calls of which nothing was seen.
   *
   * @param plannedShare of the calls that come to their first hedge; not positive if not known
   * @param budgetFraction copies per call that the budget allows
   */
  LoadGuard(double plannedShare, double budgetFraction) {
    this.plannedShare = plannedShare;
    this.budgetFraction = budgetFraction;
    state = new State(0, plannedShare > 0 ? plannedShare : -1, false, 1, 1);
  }

  /**
   * A tenth of the budget, for else nobody would see that copies are quick again.
   *
   * @param dueShare of the calls that have a hedge due
   * @return share of these hedges
   */
  static double trickle(double budgetFraction, double dueShare) {
    return dueShare > 0 ? Math.min(TRICKLE * budgetFraction / dueShare, 1) : 1;
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
  @SuppressWarnings("NonAtomicOperationOnVolatileField") // The watch is one thread.
  void judged(double openShare, boolean copiesHelp) {
    judgedOpen = openShare;
    doCopiesHelp = copiesHelp;
    steps = state.areSeveral() ? steps + 1 : 0;
  }

  /**
   * A call has come to its first hedge without an answer.
   *
   * @param replica where it waits; null if nobody said
   */
  void reached(@Nullable Object replica) {
    recentShare += (1 - recentShare) / RECENT;
    places.late(replica, usualNow());
    usual(1, 1);
  }

  /** Calls had their answers before. */
  void answered(long calls) {
    if (calls > 0) {
      recentShare *= Math.pow(1 - 1 / RECENT, (double) calls);
      places.answered(calls, usualNow());
      usual(0, (double) calls);
    }
  }

  private void usual(double share, double calls) {
    // While it is closed nothing is usual.
    if (shareOpen == 1) {
      usualCount = Math.min(usualCount + calls, LONG_RUN);
      usualShare += (share - usualShare) * Math.min(calls / usualCount, 1);
    }
  }

  /** As planned, or of all calls; negative if it is not known. */
  private double usualNow() {
    double planned = plannedShare;
    return planned > 0 ? planned : usualCount == 0 ? -1 : usualShare;
  }

  /** Looks at everything again. */
  State look() {
    double usual = usualNow();
    boolean says = usual <= MOST_USUAL;
    shareOpen = says ? Math.clamp((HIGH - recentShare) / (HIGH - LOW), 0.0, 1.0) : 1;
    boolean areSeveral =
        says && places.areSeveral() && (plannedShare > 0 || usualCount >= LEAST_USUAL_COUNT);
    double recentOpen =
        areSeveral && !doCopiesHelp && steps <= STEPS_UNTIL_JUDGED
            ? Math.min(shareOpen, trickle(budgetFraction, recentShare))
            : shareOpen;
    var found =
        new State(recentShare, usual, areSeveral, recentOpen, Math.min(recentOpen, judgedOpen));
    state = found;
    return found;
  }

  /** As it was when somebody looked last. */
  State state() {
    return state;
  }
}
