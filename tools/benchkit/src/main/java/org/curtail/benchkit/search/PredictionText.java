package org.curtail.benchkit.search;

import org.curtail.predict.PredictionQuality;

/** Quality of predictions of demand, in words. */
public final class PredictionText {
  private PredictionText() {}

  /** Describes the quality; at least one request is needed. */
  public static String of(PredictionQuality quality) {
    return "error %.2f in logarithms, %.2f if all were predicted alike; rank correlation %.2f"
        .formatted(quality.logError(), quality.logSpread(), quality.rankCorrelation());
  }

  /**
   * Kind of the time that was learned and predicted.
   *
   * @param byCpuTime number of requests with CPU time
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
