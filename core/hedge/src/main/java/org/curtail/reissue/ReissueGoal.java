package org.curtail.reissue;

/**
 * The goal of a reissue plan: the least latency at a percentile within a budget.
 *
 * @param percentile percentile of the latency: more than 0, less than 100
 * @param budget greatest number of copies per request: more than 0, at most 1
 */
public record ReissueGoal(double percentile, double budget) {
  public ReissueGoal {
    if (!(percentile > 0 && percentile < 100)) {
      throw new IllegalArgumentException(
          "percentile must be between 0 and 100, both excluded: " + percentile);
    }
    if (!(budget > 0 && budget <= 1)) {
      throw new IllegalArgumentException("budget must be above 0 and at most 1: " + budget);
    }
  }
}
