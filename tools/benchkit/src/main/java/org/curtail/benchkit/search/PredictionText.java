package org.curtail.benchkit.search;

import org.curtail.predict.PredictionQuality;

/** How good predictions of demand were, in words. */
public final class PredictionText {
  private PredictionText() {}

  /** Of some requests at least. */
  public static String of(PredictionQuality quality) {
    return "error %.2f in logarithms, %.2f if all were predicted alike; rank correlation %.2f"
        .formatted(quality.logError(), quality.logSpread(), quality.rankCorrelation());
  }

  /**
   * Which time was learned and predicted.
   *
   * @param byCpuTime of how many of the requests it was CPU time
   * @param learned requests, at least 1
   */
  public static String time(long byCpuTime, long learned) {
    if (byCpuTime == learned) {
      return "in CPU time";
    }
    return byCpuTime == 0
        ? "in time of threads"
        : "in CPU time of %,d of %,d, else in time of threads".formatted(byCpuTime, learned);
  }
}
