package org.curtail.app.bench;

/**
 * The 95 % interval of a share of which a sample is known: Wilson's, which holds for rare events
 * and few trials too.
 *
 * @param low lower end, 0 to 1
 * @param high upper end, 0 to 1
 */
record ShareInterval(double low, double high) {
  /** Of a normal distribution, 95 % lie within so many standard deviations. */
  private static final double DEVIATIONS = 1.959964;

  /**
   * Of independent trials.
   *
   * @param count how many of them had what is asked for
   * @param trials at least 1
   */
  static ShareInterval of(long count, long trials) {
    double square = DEVIATIONS * DEVIATIONS / trials;
    double share = (double) count / trials;
    double middle = (share + square / 2) / (1 + square);
    double reach = Math.sqrt(share * (1 - share) * square + square * square / 4) / (1 + square);
    return new ShareInterval(count == 0 ? 0 : middle - reach, count == trials ? 1 : middle + reach);
  }
}
