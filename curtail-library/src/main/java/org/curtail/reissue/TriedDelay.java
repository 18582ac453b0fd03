package org.curtail.reissue;

/**
 * A delay, which share of the requests is without answer then, and what sending all of these again
 * saves ({@link Savings}).
 *
 * @param delay its index
 * @param share more than 0
 * @param savedMillis of the mean
 * @param savedSquare of the second moment about the mean without reissue
 */
record TriedDelay(
    int delay, double delayMillis, double share, double savedMillis, double savedSquare) {
  static TriedDelay of(Savings savings, int delay) {
    Savings.Saving saving = savings.at(delay);
    return new TriedDelay(
        delay,
        savings.delayMillis(delay),
        savings.shareBeyond(delay),
        saving.meanMillis(),
        saving.squareMillis());
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
    double moved = probability * savedMillis;
    return probability * savedSquare + moved * moved;
  }
}
