package org.curtail.workflow;

/**
 * A delay, the share of requests without an answer by then, and the savings of copies for all of
 * them.
 *
 * @param delay index of the delay
 * @param share more than 0
 */
record TriedDelay(int delay, double delayMillis, double share, Savings.Saving saving) {
  static TriedDelay of(Savings savings, int delay) {
    return new TriedDelay(
        delay, savings.delayMillis(delay), savings.shareBeyond(delay), savings.at(delay));
  }

  /** Returns the saving of the mean. */
  double savedMillis() {
    return saving.meanMillis();
  }

  /** Returns the probability of copies that a budget allows. */
  double probability(double budget) {
    return budget >= share ? 1 : budget / share;
  }

  /**
   * Returns SingleR's saving of the variance. The second moment about the old mean falls by q times
   * the saving; the squared distance of the new mean from the old one comes off as well.
   */
  double savedVariance(double probability) {
    double moved = probability * savedMillis();
    return probability * saving.squareMillis() + moved * moved;
  }
}
