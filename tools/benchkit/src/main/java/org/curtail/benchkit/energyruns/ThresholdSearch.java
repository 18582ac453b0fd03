package org.curtail.benchkit.energyruns;

import java.util.OptionalDouble;
import java.util.function.DoubleUnaryOperator;
import org.curtail.energy.LeastEnergy;

/**
 * Finds how slowly requests may run: the longest deadline to aim at, be it by a {@linkplain
 * LeastEnergy#schedule schedule} or by Rubik, that keeps a tail under a target, waiting included.
 * By bisection; the tail is taken to grow with the deadline.
 */
public final class ThresholdSearch {
  /** The search stops far within what chance leaves. */
  private static final double ENOUGH = 1e-3;

  private ThresholdSearch() {}

  /** A tail under load may be far below the deadline of the schedule: the oldest goes up early. */
  private static final double MOST_TARGETS = 4;

  /**
   * Searches from the shortest deadline that a request alone can meet up to four times the target.
   *
   * @param shortestMs {@link LeastEnergy#shortestMs}
   * @param tailMs the tail with what is made of a deadline, in milliseconds: simulated
   * @param targetMs what the tail may be; more than 0
   * @return the deadline in milliseconds; 0 if only what is made of that meets the target. Empty if
   *     not even that does
   */
  public static OptionalDouble longestMs(
      double shortestMs, DoubleUnaryOperator tailMs, double targetMs) {
    double most = Math.max(MOST_TARGETS * targetMs, shortestMs);
    if (tailMs.applyAsDouble(most) <= targetMs) {
      return OptionalDouble.of(most);
    }
    double met = shortestMs;
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
