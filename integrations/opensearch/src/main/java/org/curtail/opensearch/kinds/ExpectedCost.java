package org.curtail.opensearch.kinds;

import org.jspecify.annotations.Nullable;

/**
 * The expected cost of a search at its arrival.
 *
 * @param shape its kind; null if it is not learned
 * @param estimate its expected CPU time
 * @param isLong true if it leaves places to short ones
 */
public record ExpectedCost(
    @Nullable QueryShape shape, KindCosts.Estimate estimate, boolean isLong) {
  /** For a search whose cost is neither known nor learned. */
  public static final ExpectedCost UNKNOWN = new ExpectedCost(null, KindCosts.Estimate.NONE, false);
}
