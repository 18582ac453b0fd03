package org.curtail.opensearch.kinds;

import org.jspecify.annotations.Nullable;

/**
 * The expected cost of a search at its arrival.
 *
 * @param shape its kind; null if it is not learned
 * @param estimate its expected CPU time
 * @param rankNanos its cost in the order of waiting searches; 0 for all while costs are hard to
 *     foresee, so that the order is that of arrival
 * @param isLong true if it leaves places to short ones
 */
public record ExpectedCost(
    @Nullable QueryShape shape, KindCosts.Estimate estimate, long rankNanos, boolean isLong) {
  /** For a search whose cost is neither known nor learned. */
  public static final ExpectedCost UNKNOWN =
      new ExpectedCost(null, KindCosts.Estimate.NONE, 0, false);
}
