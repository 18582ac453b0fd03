package org.curtail.reissue.live;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Detects calls that are late at several replicas at once, and more of them than usual: then all
 * replicas are slow. With one slow replica, calls are late there. A few late calls therefore show
 * what their number alone shows after a hundred, each of which would have a copy until then.
 *
 * <p>Evidence is a cumulative sum of logarithms of likelihood ratios (Page, "Continuous inspection
 * schemes", Biometrika 1954): it restarts at 0, so a long usual period counts no more than a moment
 * of it. There are two sums. One considers the replicas of late calls, where declared. The other
 * needs no replicas, and tests whether nearly every call is late, since one slow replica of two
 * would make half of them late. For one thread.
 */
final class LatePlaces {
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
