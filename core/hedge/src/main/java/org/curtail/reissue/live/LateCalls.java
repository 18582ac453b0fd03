package org.curtail.reissue.live;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Distinguishes noise, against which copies help, from load, which copies increase, by the calls
 * without an answer when their first copy is due. It considers about the last 64 calls. If one
 * replica of two pauses, half of them are late; if many more are, all replicas are slow. It needs
 * no answers and no time, so it also detects a service that gives none.
 *
 * <p>That takes about a hundred late calls, with as many copies if the budget has saved the tokens,
 * as it does in good times. Therefore a few late calls at several replicas, more than usual,
 * already reduce copies to a trickle: saved tokens are for a single slow replica.
 *
 * <p>Calls count with or without a copy, so it opens again by itself. The same class serves clients
 * and simulations. Not thread-safe.
 */
public final class LateCalls {
  /** Number of past calls that weigh as much as all before them. */
  private static final double RECENT = 64;

  private static final double LOW = 0.65;
  private static final double HIGH = 0.85;

  /** Usual share above which lateness cannot be judged. */
  private static final double MOST_USUAL = 0.5;

  private static final double LONG_RUN = 10_000;

  /** Number of calls from which on the usual share is known, unless it was planned. */
  private static final double LEAST_USUAL_COUNT = 1_000;

  private static final double TRICKLE = 0.1;

  private final double budgetFraction;
  private final LatePlaces places = new LatePlaces();
  private double plannedShare;
  private double recentShare;
  private double usualShare;
  private double usualCount;

  /**
   * Creates an object without observations.
   *
   * @param plannedShare share of the calls that reach their first copy; not positive if unknown
   * @param budgetFraction copies per call that the budget allows
   */
  public LateCalls(double plannedShare, double budgetFraction) {
    this.plannedShare = plannedShare;
    this.budgetFraction = budgetFraction;
  }

  /** Sets the share of a new plan. */
  public void planned(double share) {
    plannedShare = share;
  }

  /**
   * Counts a call without an answer when its first copy is due.
   *
   * @param replica replica of the waiting call; null if unknown
   */
  public void late(@Nullable Object replica) {
    recentShare += (1 - recentShare) / RECENT;
    double usual = usualShare();
    usual(1, 1);
    places.late(replica, usual);
  }

  /**
   * Counts calls that were answered before their first copy was due.
   *
   * @param calls number of calls
   */
  public void answered(long calls) {
    if (calls > 0) {
      recentShare *= StrictMath.pow(1 - 1 / RECENT, (double) calls);
      places.answered(calls, usualShare());
      usual(0, (double) calls);
    }
  }

  private void usual(double share, double calls) {
    // While copies are held back, nothing is usual.
    if (openByNumber() == 1) {
      usualCount = Math.min(usualCount + calls, LONG_RUN);
      usualShare += (share - usualShare) * Math.min(calls / usualCount, 1);
    }
  }

  /** Returns the share of the last calls that were late. */
  public double recentShare() {
    return recentShare;
  }

  /** Returns the usual share: planned, or of all calls; negative if unknown. */
  public double usualShare() {
    return plannedShare > 0 ? plannedShare : usualCount == 0 ? -1 : usualShare;
  }

  /** True if calls are late at several replicas, and more of them than usual. */
  public boolean areAtSeveral() {
    return usualShare() <= MOST_USUAL
        && places.areSeveral()
        && (plannedShare > 0 || usualCount >= LEAST_USUAL_COUNT);
  }

  /** Returns the share of due copies that may be sent, by the number of late calls alone. */
  public double openByNumber() {
    return usualShare() > MOST_USUAL
        ? 1
        : Math.clamp((HIGH - recentShare) / (HIGH - LOW), 0.0, 1.0);
  }

  /** Returns the share of due copies that may be sent, by the number and replicas of late calls. */
  public double openAtOnce() {
    double open = openByNumber();
    return areAtSeveral() ? Math.min(open, trickle(budgetFraction, recentShare)) : open;
  }

  /**
   * Returns the share of due copies that a tenth of the budget allows; without any copy, nobody
   * would notice that copies are fast again.
   *
   * @param budgetFraction copies per call that the budget allows
   * @param dueShare share of the calls with a due copy
   * @return share of these copies
   */
  public static double trickle(double budgetFraction, double dueShare) {
    return dueShare > 0 ? Math.min(TRICKLE * budgetFraction / dueShare, 1) : 1;
  }

  /**
   * Detects calls that are late at several replicas at once, and more of them than usual: then all
   * replicas are slow. With one slow replica, calls are late there. A few late calls therefore show
   * what their number alone shows after a hundred, each of which would have a copy until then.
   *
   * <p>Evidence is a cumulative sum of logarithms of likelihood ratios (Page, "Continuous
   * inspection schemes", Biometrika 1954): it restarts at 0, so a long usual period counts no more
   * than a moment of it. There are two sums. One considers the replicas of late calls, where
   * declared. The other needs no replicas, and tests whether nearly every call is late, since one
   * slow replica of two would make half of them late. For one thread.
   */
  private static final class LatePlaces {
    /** Number of past calls that weigh as much as all before them. */
    private static final double RECENT = 64;

    /** Multiple of the usual share of late calls elsewhere that the evidence is for. */
    private static final double TIMES = 5;

    private static final double LEAST_USUAL = 0.01;
    private static final double MOST_USUAL = 0.5;

    /** For a late call at the slow replica: nearly all if one is slow, half if two are. */
    private static final double AT_ONE = StrictMath.log(0.5 / 0.85);

    /** For nearly every call late, against a little more than a half. */
    private static final double NEARLY_ALL_LATE = StrictMath.log(0.95 / 0.55);

    private static final double NEARLY_ALL_ANSWERED = StrictMath.log(0.05 / 0.45);

    /** Logarithm of a likelihood ratio of four hundred. */
    private static final double ENOUGH = 6;

    /** Limit of a sum, so that a few answers in time outweigh it. */
    private static final double MOST = 2 * ENOUGH;

    private static final double FORGOTTEN = 0.05;

    /** Late calls by replica; older ones weigh less. */
    private final Map<Object, Double> late = new HashMap<>();

    private double callsSinceLate;
    private double severalAreSlow;
    private double nearlyAllAreLate;

    /**
     * Counts a call without an answer when its first hedge is due.
     *
     * @param replica replica of the waiting call; null if not declared
     * @param usual usual share of such calls
     */
    void late(@Nullable Object replica, double usual) {
      nearlyAllAreLate = Math.min(nearlyAllAreLate + NEARLY_ALL_LATE, MOST);
      double atUsual = Math.clamp(usual, LEAST_USUAL, MOST_USUAL);
      callsSinceLate++;
      if (replica == null) {
        return;
      }
      double evidence = isElsewhere(replica) ? StrictMath.log(much(atUsual) / atUsual) : AT_ONE;
      severalAreSlow = Math.clamp(severalAreSlow + evidence, 0, MOST);
    }

    /** Counts calls that were answered before. */
    void answered(long calls, double usual) {
      nearlyAllAreLate = Math.max(nearlyAllAreLate + calls * NEARLY_ALL_ANSWERED, 0);
      double atUsual = Math.clamp(usual, LEAST_USUAL, MOST_USUAL);
      double evidence = StrictMath.log((1 - much(atUsual)) / (1 - atUsual));
      severalAreSlow = Math.max(severalAreSlow + calls * evidence, 0);
      callsSinceLate += calls;
    }

    private static double much(double usual) {
      return Math.min(TIMES * usual, (1 + usual) / 2);
    }

    /** True if most late calls were at another replica; false for the first late call. */
    private boolean isElsewhere(Object replica) {
      double kept = StrictMath.exp(-callsSinceLate / RECENT);
      callsSinceLate = 0;
      late.values().removeIf(weight -> weight * kept < FORGOTTEN);
      late.replaceAll((place, weight) -> weight * kept);
      double most = late.values().stream().mapToDouble(Double::doubleValue).max().orElse(0);
      double here = late.merge(replica, 1.0, Double::sum) - 1;
      return here < most;
    }

    /** True if calls are late at several replicas. */
    boolean areSeveral() {
      return Math.max(severalAreSlow, nearlyAllAreLate) > ENOUGH;
    }
  }
}
