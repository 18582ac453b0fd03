package org.curtail.reissue.plan;

import org.curtail.reissue.ReissuePolicy;

/**
 * A tail that can be had, and the policy that needs the fewest reissues for it.
 *
 * @param tailMillis latency at the percentile of the curve
 * @param reissueFraction share of requests that are sent again: 0 to 1
 * @param policy with one copy at most
 */
public record TailPoint(double tailMillis, double reissueFraction, ReissuePolicy policy) {}
