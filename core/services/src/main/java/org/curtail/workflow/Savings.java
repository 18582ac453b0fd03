package org.curtail.workflow;

import org.curtail.reissue.times.Sample;

/**
 * What reissue after a delay saves if every request without answer is sent again (SingleD), at each
 * delay worth a thought: 0 and the distinct first times, but for the greatest, after which nobody
 * waits. A delay is named by its index, from 0, the least, to {@code count() - 1}.
 *
 * <p>The latency is L = X up to the delay d and min(X, d + Y) beyond, so all that is saved is (X -
 * d - Y)+. Means and second moments are linear in the probability of sending the copy: SingleR(d,
 * q) saves q times what SingleD(d) saves. Second moments are taken about the mean latency c without
 * reissue, since those about 0 lose digits where latencies hardly differ.
 */
sealed interface Savings permits IndependentSavings, PairedSavings {
  /**
   * What one delay d saves.
   *
   * @param meanMillis E[X - L]
   * @param squareMillis E[(X - c)^2 - (L - c)^2]
   * @param share P(X - Y &gt; d): how fast the saved mean falls with the delay
   * @param endMillis E[d + Y; X - Y &gt; d]: twice that is how fast the second moment about 0 does
   */
  record Saving(double meanMillis, double squareMillis, double share, double endMillis) {}

  /** The times of the first attempts. */
  Sample first();

  /** What a delay saves. */
  Saving at(int delay);

  /** How many delays there are: at least 0, and at most one more than there are first times. */
  default int count() {
    return first().leastMillis() > 0 ? first().size() : first().size() - 1;
  }

  /** One of the delays, ascending. */
  default double delayMillis(int delay) {
    return first().leastMillis() > 0
        ? delay == 0 ? 0 : first().millis(delay - 1)
        : first().millis(delay);
  }

  /** The share of requests that have no answer after a delay: more than 0, falling. */
  default double shareBeyond(int delay) {
    int within = first().leastMillis() > 0 ? delay : delay + 1;
    return (first().totalWeight() - first().weightOfLeast(within)) / first().totalWeight();
  }
}
