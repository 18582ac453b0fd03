package org.curtail.benchkit.energyruns;

import java.util.OptionalDouble;
import java.util.function.DoubleUnaryOperator;
import org.curtail.energy.LeastEnergy;

/**
 * Finds the longest deadline with a tail within a target, including waiting, for a {@linkplain
 * LeastEnergy#schedule schedule} or for Rubik. The search bisects and assumes that the tail grows
 * with the deadline.
 */
public final class ThresholdSearch {
  /** Relative precision of the deadline. */
  private static final double ENOUGH = 1e-3;

  private ThresholdSearch() {}

  /**
   * Longest deadline, in targets. Under load, the tail may be far below the deadline of the
   * schedule, since the oldest requests speed up early.
   */
  private static final double MOST_TARGETS = 4;

  /**
   * Searches from the shortest deadline of a single request up to four times the target.
   *
   * @param shortestMs {@link LeastEnergy#shortestMs}
   * @param tailMs simulated tail for a deadline, in milliseconds
   * @param targetMs greatest allowed tail in milliseconds: above 0
   * @return the deadline in milliseconds; 0 if only the policy for a deadline of 0 meets the
   *     target; empty if no deadline does
   */
  public static OptionalDouble longestMs(
      double shortestMs, DoubleUnaryOperator tailMs, double targetMs) {
    double most = Math.max(MOST_TARGETS * targetMs, shortestMs);
    if (tailMs.applyAsDouble(most) <= targetMs) {
      return OptionalDouble.of(most);
    }
    double met = shortestMs;
    if (tailMs.applyAsDouble(met) > targetMs) {
      // The policy for a deadline of 0 saves nothing, so it is faster than the schedule for the
      // shortest deadline.
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
