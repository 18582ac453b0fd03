package org.curtail.traces.compare;

/**
 * Difference in the times of a stage between the windows. A time is the stage's self time, with the
 * network to it, at the first visit of each request: spans of one request are dependent, so each
 * request counts once. Times are compared with those of the same step in requests of the same kind.
 * Those before are weighted so that steps are as frequent as after.
 *
 * @param service service of the stage
 * @param operation operation of the stage
 * @param before number of compared requests of the first window
 * @param after number of compared requests of the second
 * @param beforeMedianMillis median before
 * @param afterMedianMillis median after
 * @param beforeTailMillis 95th percentile before
 * @param afterTailMillis 95th percentile after
 * @param moreMillis increase of the stage's self time per request of the second window, all visits
 *     together
 * @param longerShare share of pairs with one time of each window in which the second is longer,
 *     from 0 to 1; 0.5 without a change
 * @param timesP p-value by {@link RankSum}
 * @param tailP p-value of the slowest 5 % by {@link SlowestShare}
 * @param adjustedTimesP the first, corrected for all tests of all stages ({@link Holm})
 * @param adjustedTailP the second, likewise
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
  /** Probability of any false finding if no stage changed. */
  public static final double LEVEL = 0.05;

  /** True if its times as a whole are longer or shorter. */
  public boolean isChanged() {
    return adjustedTimesP <= LEVEL;
  }

  /** True if more or fewer of its times are among the slowest 5 %. */
  public boolean isTailChanged() {
    return adjustedTailP <= LEVEL;
  }

  /** True if its times or its tail changed. */
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
