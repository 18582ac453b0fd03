package org.curtail.reissue.live;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Distinguishes noise from load by the late calls. Copies help against noise, but add to load. A
 * call is late if it has no answer when its first copy is due. About the last 64 calls count. If
 * one of two replicas pauses, half of the calls are late. If many more calls are late, all replicas
 * are slow. The method needs no answers and no clock, so it also detects a service that never
 * answers.
 *
 * <p>Detection by number needs about a hundred late calls, each with a copy while the budget has
 * tokens. So a few late calls at several replicas already reduce copies to a trickle. Saved tokens
 * are then left for a single slow replica.
 *
 * <p>Calls count with or without a copy, so the limit ends by itself. Clients and simulations use
 * this class. Not thread-safe.
 */
public final class LateCalls {
  /** Number of past calls that weigh as much as all before them. */
  private static final double RECENT = 64;

  private static final double LOW = 0.65;
  private static final double HIGH = 0.85;

  /** Greatest usual share of late calls; above it, lateness shows nothing. */
  private static final double MOST_USUAL = 0.5;

  private static final double LONG_RUN = 10_000;

  /** Number of calls after which a usual share without a plan is known. */
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
   * @param plannedShare planned share of late calls; not positive if unknown
   * @param budgetFraction number of copies per call that the budget allows
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
   * Counts a late call.
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
    // While copies are limited, calls are not usual.
    if (openByNumber() == 1) {
      usualCount = Math.min(usualCount + calls, LONG_RUN);
      usualShare += (share - usualShare) * Math.min(calls / usualCount, 1);
    }
  }

  /** Returns the share of the last calls that were late. */
  public double recentShare() {
    return recentShare;
  }

  /**
   * Returns the usual share of late calls: planned, or measured over all calls; negative if
   * unknown.
   */
  public double usualShare() {
    return plannedShare > 0 ? plannedShare : usualCount == 0 ? -1 : usualShare;
  }

  /** True if more calls than usual are late at several replicas. */
  public boolean areAtSeveralReplicas() {
    return usualShare() <= MOST_USUAL
        && places.areAtSeveralReplicas()
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
    return areAtSeveralReplicas() ? Math.min(open, trickle(budgetFraction, recentShare)) : open;
  }

  /**
   * Returns the share of due copies that a tenth of the budget allows. A few copies must be sent to
   * notice that copies are fast again.
   *
   * @param budgetFraction copies per call that the budget allows
   * @param dueShare share of the calls with a due copy
   * @return share of the due copies
   */
  public static double trickle(double budgetFraction, double dueShare) {
    return dueShare > 0 ? Math.min(TRICKLE * budgetFraction / dueShare, 1) : 1;
  }

  /**
   * Detects that all replicas are slow: more calls than usual are late at several replicas. With
   * one slow replica, calls are late only there. A few late calls are enough; the number of late
   * calls alone would need about a hundred.
   *
   * <p>The evidence is a cumulative sum of logarithms of likelihood ratios (Page, "Continuous
   * inspection schemes", Biometrika 1954). The sum is never below 0, so a long usual period does
   * not delay detection. One sum uses the declared replicas of late calls. Another sum needs no
   * replicas: it tests if nearly every call is late. One slow replica of two would make half of the
   * calls late. For one thread.
   */
  private static final class LatePlaces {
    /** Number of past calls that weigh as much as all before them. */
    private static final double RECENT = 64;

    /** Multiple of the usual share of late calls at other replicas; the alternative hypothesis. */
    private static final double TIMES = 5;

    private static final double LEAST_USUAL = 0.01;
    private static final double MOST_USUAL = 0.5;

    /**
     * Evidence of a late call at the slowest replica. If one replica is slow, nearly all late calls
     * are there; if two are slow, half of them.
     */
    private static final double AT_ONE = StrictMath.log(0.5 / 0.85);

    /** Evidence of a late call: nearly every call is late, against a little more than half. */
    private static final double NEARLY_ALL_LATE = StrictMath.log(0.95 / 0.55);

    private static final double NEARLY_ALL_ANSWERED = StrictMath.log(0.05 / 0.45);

    /** Logarithm of a likelihood ratio of four hundred. */
    private static final double ENOUGH = 6;

    /** Limit of a sum, so that a few answers in time are enough to lower it. */
    private static final double MOST = 2 * ENOUGH;

    private static final double FORGOTTEN = 0.05;

    /** Weight of late calls by replica. Older calls weigh less. */
    private final Map<Object, Double> late = new HashMap<>();

    private double callsSinceLate;
    private double severalAreSlow;
    private double nearlyAllAreLate;

    /**
     * Counts a late call.
     *
     * @param replica replica of the waiting call; null if not declared
     * @param usual usual share of late calls
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

    /** Counts calls that were answered in time. */
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

    boolean areAtSeveralReplicas() {
      return Math.max(severalAreSlow, nearlyAllAreLate) > ENOUGH;
    }
  }
}
