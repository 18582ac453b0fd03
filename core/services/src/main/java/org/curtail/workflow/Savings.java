package org.curtail.workflow;

import org.curtail.reissue.times.Sample;

/**
 * The savings of reissue after a delay if every request without answer gets a copy (SingleD), for
 * each useful delay: 0 and the distinct first times except the greatest, after which no request
 * waits. A delay is given by its index, from 0 for the least to {@code count() - 1}.
 *
 * <p>The latency is L = X up to the delay d and min(X, d + Y) beyond, so the saving is (X - d -
 * Y)+. Means and second moments are linear in the probability of the copy: SingleR(d, q) saves q
 * times what SingleD(d) saves. Second moments are about the mean latency c without reissue, since
 * those about 0 lose digits if latencies hardly differ.
 */
sealed interface Savings permits IndependentSavings, PairedSavings {
  /**
   * The savings of one delay d.
   *
   * @param meanMillis E[X - L]
   * @param squareMillis E[(X - c)^2 - (L - c)^2]
   * @param share P(X - Y &gt; d): the rate at which the saved mean falls with the delay
   * @param endMillis E[d + Y; X - Y &gt; d]: half the rate at which the second moment about 0 falls
   */
  record Saving(double meanMillis, double squareMillis, double share, double endMillis) {}

  /** Returns the times of the original requests. */
  Sample first();

  /** Returns the savings of a delay. */
  Saving at(int delay);

  /** Returns the number of delays: at least 0, at most one more than there are first times. */
  default int count() {
    return first().leastMillis() > 0 ? first().size() : first().size() - 1;
  }

  /** Returns one of the delays, which are ascending. */
  default double delayMillis(int delay) {
    return first().leastMillis() > 0
        ? delay == 0 ? 0 : first().millis(delay - 1)
        : first().millis(delay);
  }

  /** Returns the share of requests without an answer after a delay: more than 0, falling. */
  default double shareBeyond(int delay) {
    int within = first().leastMillis() > 0 ? delay : delay + 1;
    return (first().totalWeight() - first().weightOfLeast(within)) / first().totalWeight();
  }
}
