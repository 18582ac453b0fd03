package org.curtail.measurement.search;

import org.curtail.demand.PredictionQuality;

/** How good predictions of demand were, in words. */
public final class PredictionText {
  private PredictionText() {}

  /** Of some requests at least. */
  public static String of(PredictionQuality quality) {
    return "error %.2f in logarithms, %.2f if all were predicted alike; rank correlation %.2f"
        .formatted(quality.logError(), quality.logSpread(), quality.rankCorrelation());
  }
}
