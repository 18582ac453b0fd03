package org.curtail.benchkit.search;

import org.curtail.predict.PredictionQuality;

/** A text on the quality of predictions of demand. */
public final class PredictionText {
  private PredictionText() {}

  /** Returns a text on the quality, of at least one request. */
  public static String of(PredictionQuality quality) {
    return "error %.2f in logarithms, %.2f if all were predicted alike; rank correlation %.2f"
        .formatted(quality.logError(), quality.logSpread(), quality.rankCorrelation());
  }

  /**
   * Returns the kind of the learned and predicted time.
   *
   * @param byCpuTime number of requests with CPU time
   * @param learned number of learned requests: at least 1
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
