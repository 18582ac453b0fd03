package org.curtail.traces.compare;

/**
 * How the times of a stage differ between the windows. The time is the stage's own, with the
 * network to it, at the first visit of each request: spans of one request depend on each other, so
 * each counts once. Times are compared with those of the same step in requests of the same kind,
 * and those before are weighted so that steps are as frequent as after.
 *
 * @param service of the stage
 * @param operation of the stage
 * @param before how many requests of the first window are compared
 * @param after how many of the second
 * @param beforeMedianMillis a half takes no longer than this before
 * @param afterMedianMillis the same after
 * @param beforeTailMillis 95 % take no longer than this before
 * @param afterTailMillis the same after
 * @param moreMillis how much more own time the stage takes per request of the second window, all
 *     visits together
 * @param longerShare of pairs with one time of each window, in how many the second is longer, from
 *     0 to 1; 0.5 if nothing changed
 * @param timesP chance of times so unlike by {@link RankSum}, if nothing changed
 * @param tailP the same of the slowest 5 %, by {@link SlowestShare}
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
  /** The chance that any stage is said to have changed if none did. */
  public static final double LEVEL = 0.05;

  /** Whether its times as a whole are longer or shorter. */
  public boolean isChanged() {
    return adjustedTimesP <= LEVEL;
  }

  /** Whether more or fewer of its times are among the slowest 5 %. */
  public boolean isTailChanged() {
    return adjustedTailP <= LEVEL;
  }

  /** Whether either is so. */
  public boolean isAnyChanged() {
    return isChanged() || isTailChanged();
  }

  /** The smaller of the two corrected chances. */
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
