package org.curtail.energy;

import java.util.OptionalDouble;
import java.util.function.DoubleUnaryOperator;

/**
 * Finds how slowly requests may run: the longest deadline whose {@linkplain LeastEnergy#schedule
 * schedule} keeps a tail under a target, waiting included. By bisection; the tail is taken to grow
 * with the deadline.
 */
public final class ThresholdSearch {
  /** The search stops far within what chance leaves. */
  private static final double ENOUGH = 1e-3;

  private ThresholdSearch() {}

  /**
   * Searches.
   *
   * @param least whose schedules are tried
   * @param tailMs the tail with the schedule of a deadline, in milliseconds: simulated
   * @param targetMs what the tail may be; more than 0
   * @return the deadline in milliseconds; {@link LeastEnergy#shortestMs} or less has the thresholds
   *     0. Empty if not even those meet the target
   */
  public static OptionalDouble longestMs(
      LeastEnergy least, DoubleUnaryOperator tailMs, double targetMs) {
    double most = Math.max(targetMs, least.shortestMs());
    if (tailMs.applyAsDouble(most) <= targetMs) {
      return OptionalDouble.of(most);
    }
    double met = least.shortestMs();
    if (tailMs.applyAsDouble(met) > targetMs) {
      // Beside the schedule for the shortest deadline there is one that does not spare at all.
      return tailMs.applyAsDouble(0) <= targetMs ? OptionalDouble.of(0) : OptionalDouble.empty();
    }
    double missed = most;
    while (missed - met > ENOUGH * missed) {
      double middle = met + (missed - met) / 2;
      if (tailMs.applyAsDouble(middle) <= targetMs) {
        met = middle;
      } else {
        missed = middle;
      }
    }
    return OptionalDouble.of(met);
  }
}
