package org.curtail.reissue.live;

import org.jspecify.annotations.Nullable;

/**
 * Tells noise, which copies help against, from load, which they make worse, by the calls that come
 * to their first copy without an answer. It looks at the last 64 calls or so. If one replica of two
 * pauses, half of them are late; if many more are, all replicas are slow. It needs no answers and
 * no time, so it also sees a service that gives none.
 *
 * <p>That takes about a hundred late calls, which are as many copies if the budget has saved as
 * many tokens, as it does while all is well. So a few calls that are late at several replicas, and
 * more than usual, are enough to send a trickle only: saved tokens are for one slow replica.
 *
 * <p>Calls count whether they are copied or not, so it opens again by itself. The same for a client
 * and in a simulation. Not thread-safe.
 */
public final class LateCalls {
  /** So many calls of the past weigh as much as all before them. */
  private static final double RECENT = 64;

  private static final double LOW = 0.65;
  private static final double HIGH = 0.85;

  /** Where that many calls come to their copy anyway, it cannot be told what is too many. */
  private static final double MOST_USUAL = 0.5;

  private static final double LONG_RUN = 10_000;

  /** By fewer calls it is not known what is usual, unless it was planned. */
  private static final double LEAST_USUAL_COUNT = 1_000;

  private static final double TRICKLE = 0.1;

  private final double budgetFraction;
  private final LatePlaces places = new LatePlaces();
  private double plannedShare;
  private double recentShare;
  private double usualShare;
  private double usualCount;

  /**
   * No call was seen yet.
   *
   * @param plannedShare of the calls that come to their first copy; not positive if not known
   * @param budgetFraction copies per call that the budget allows
   */
  public LateCalls(double plannedShare, double budgetFraction) {
    this.plannedShare = plannedShare;
    this.budgetFraction = budgetFraction;
  }

  /** Another plan from now on. */
  public void planned(double share) {
    plannedShare = share;
  }

  /**
   * A call has come to its first copy without an answer.
   *
   * @param replica where it waits; null if that is not known
   */
  public void late(@Nullable Object replica) {
    recentShare += (1 - recentShare) / RECENT;
    double usual = usualShare();
    usual(1, 1);
    places.late(replica, usual);
  }

  /**
   * Calls that might have been copied had their answers before.
   *
   * @param calls how many
   */
  public void answered(long calls) {
    if (calls > 0) {
      recentShare *= StrictMath.pow(1 - 1 / RECENT, (double) calls);
      places.answered(calls, usualShare());
      usual(0, (double) calls);
    }
  }

  private void usual(double share, double calls) {
    // While it is closed nothing is usual.
    if (openByNumber() == 1) {
      usualCount = Math.min(usualCount + calls, LONG_RUN);
      usualShare += (share - usualShare) * Math.min(calls / usualCount, 1);
    }
  }

  /** Share of the last calls that were late. */
  public double recentShare() {
    return recentShare;
  }

  /** The share that is usual: as planned, or of all calls; negative if it is not known. */
  public double usualShare() {
    return plannedShare > 0 ? plannedShare : usualCount == 0 ? -1 : usualShare;
  }

  /** Whether calls are late at several replicas, and more of them than usual. */
  public boolean areAtSeveral() {
    return usualShare() <= MOST_USUAL
        && places.areSeveral()
        && (plannedShare > 0 || usualCount >= LEAST_USUAL_COUNT);
  }

  /** Share of the copies that are due which may be sent, by the number of late calls alone. */
  public double openByNumber() {
    return usualShare() > MOST_USUAL
        ? 1
        : Math.clamp((HIGH - recentShare) / (HIGH - LOW), 0.0, 1.0);
  }

  /** The same, if it also counts where calls are late: what is known at once. */
  public double openAtOnce() {
    double open = openByNumber();
    return areAtSeveral() ? Math.min(open, trickle(budgetFraction, recentShare)) : open;
  }

  /**
   * A tenth of the budget goes on, for else nobody would see that copies are quick again.
   *
   * @param budgetFraction copies per call that the budget allows
   * @param dueShare of the calls that have a copy due
   * @return share of these copies
   */
  public static double trickle(double budgetFraction, double dueShare) {
    return dueShare > 0 ? Math.min(TRICKLE * budgetFraction / dueShare, 1) : 1;
  }
}
