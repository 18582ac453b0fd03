package org.curtail.traces.compare;

/**
 * Difference in the times of a stage between the windows. A time is the self time of the first
 * visit of a request, with the network to the stage. Each request counts once, as spans of one
 * request are dependent. Times are compared with those of the same step in requests of the same
 * kind. Times of the first window are weighted so that steps have the frequencies of the second
 * window.
 *
 * @param service service of the stage
 * @param operation operation of the stage
 * @param before number of compared requests of the first window
 * @param after number of compared requests of the second window
 * @param beforeMedianMillis median in the first window
 * @param afterMedianMillis median in the second window
 * @param beforeTailMillis 95th percentile in the first window
 * @param afterTailMillis 95th percentile in the second window
 * @param moreMillis increase of the stage's self time per request of the second window, over all
 *     visits
 * @param longerShare share of pairs, with one time of each window, in which the second time is
 *     longer: 0 to 1; 0.5 without a change
 * @param timesP p-value by {@link RankSum}
 * @param tailP p-value of the slowest 5 % by {@link SlowestShare}
 * @param adjustedTimesP {@code timesP}, corrected for all tests of all stages ({@link Holm})
 * @param adjustedTailP {@code tailP}, corrected in the same way
 */
public record StageChange(
    String service,
    String operation,
    int before,
    int after,
    double beforeMedianMillis,
    double afterMedianMillis,
    double beforeTailMillis,
    double afterTailMillis,
    double moreMillis,
    double longerShare,
    double timesP,
    double tailP,
    double adjustedTimesP,
    double adjustedTailP) {
  /** Greatest probability of a false finding. */
  public static final double LEVEL = 0.05;

  /** True if the times as a whole are longer or shorter. */
  public boolean isChanged() {
    return adjustedTimesP <= LEVEL;
  }

  /** True if more or fewer times are among the slowest 5 %. */
  public boolean isTailChanged() {
    return adjustedTailP <= LEVEL;
  }

  /** True if the times or the tail changed. */
  public boolean isAnyChanged() {
    return isChanged() || isTailChanged();
  }

  /** The smaller of the two corrected p-values. */
  public double adjustedP() {
    return Math.min(adjustedTimesP, adjustedTailP);
  }

  StageChange adjusted(double times, double tail) {
    return new StageChange(
        service,
        operation,
        before,
        after,
        beforeMedianMillis,
        afterMedianMillis,
        beforeTailMillis,
        afterTailMillis,
        moreMillis,
        longerShare,
        timesP,
        tailP,
        times,
        tail);
  }
}
