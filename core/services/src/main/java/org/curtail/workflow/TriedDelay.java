package org.curtail.workflow;

/**
 * A delay, which share of the requests is without answer then, and what sending all of these again
 * saves.
 *
 * @param delay its index
 * @param share more than 0
 */
record TriedDelay(int delay, double delayMillis, double share, Savings.Saving saving) {
  static TriedDelay of(Savings savings, int delay) {
    return new TriedDelay(
        delay, savings.delayMillis(delay), savings.shareBeyond(delay), savings.at(delay));
  }

  /** What is saved of the mean. */
  double savedMillis() {
    return saving.meanMillis();
  }

  /** With which probability a budget lets copies be sent. */
  double probability(double budget) {
    return budget >= share ? 1 : budget / share;
  }

  /**
   * What SingleR saves of the variance: the second moment about the old mean falls by q times the
   * saved one, and the distance of the new mean from the old one comes off, squared.
   */
  double savedVariance(double probability) {
    double moved = probability * savedMillis();
    return probability * saving.squareMillis() + moved * moved;
  }
}
