package org.curtail.reissue.live;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Whether calls are late at several replicas at once, and more of them than usual: then all
 * replicas are slow. If one replica is, calls are late there. So a few late calls tell what their
 * number alone tells after a hundred, and until then each would be sent again.
 *
 * <p>Evidence is a cumulative sum of logarithms of likelihood ratios (Page, "Continuous inspection
 * schemes", Biometrika 1954): it starts anew at 0, so what was usual for long counts no more than
 * what was usual for a moment. There are two. One asks where late calls went; it needs calls that
 * say so. The other one needs nothing, and asks whether nearly every call is late, where one slow
 * replica of two would make half of them late. For one thread.
 */
final class LatePlaces {
  /** So many calls of the past weigh as much as all before them. */
  private static final double RECENT = 64;

  /** Evidence for more calls that are late elsewhere is for so many times the usual. */
  private static final double TIMES = 5;

  private static final double LEAST_USUAL = 0.01;
  private static final double MOST_USUAL = 0.5;

  /** Of late calls, those at the slow replica: nearly all if it is one, half if it is two. */
  private static final double AT_ONE = StrictMath.log(0.5 / 0.85);

  /** If nearly every call is late, against a little more than a half. */
  private static final double NEARLY_ALL_LATE = StrictMath.log(0.95 / 0.55);

  private static final double NEARLY_ALL_ANSWERED = StrictMath.log(0.05 / 0.45);

  /** Four hundred times as likely. */
  private static final double ENOUGH = 6;

  /** More is not kept: a few answers in time are to weigh as much. */
  private static final double MOST = 2 * ENOUGH;

  private static final double FORGOTTEN = 0.05;

  /** Late calls by replica; those of long ago weigh less. */
  private final Map<Object, Double> late = new HashMap<>();

  private double callsSinceLate;
  private double severalAreSlow;
  private double nearlyAllAreLate;

  /**
   * A call came to its first hedge without an answer.
   *
   * @param replica where it waits; null if nobody said
   * @param usual share of calls that do so
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

  /** Calls had their answers before. */
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

  /** Whether most late calls were at another replica; the first late call is at none. */
  private boolean isElsewhere(Object replica) {
    double kept = StrictMath.exp(-callsSinceLate / RECENT);
    callsSinceLate = 0;
    late.values().removeIf(weight -> weight * kept < FORGOTTEN);
    late.replaceAll((place, weight) -> weight * kept);
    double most = late.values().stream().mapToDouble(Double::doubleValue).max().orElse(0);
    double here = late.merge(replica, 1.0, Double::sum) - 1;
    return here < most;
  }

  /** Whether it is so. */
  boolean areSeveral() {
    return Math.max(severalAreSlow, nearlyAllAreLate) > ENOUGH;
  }
}
