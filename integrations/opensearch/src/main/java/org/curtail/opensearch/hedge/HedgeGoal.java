package org.curtail.opensearch.hedge;

import java.time.Duration;
import org.curtail.reissue.ReissueGoal;

/**
 * The goal of hedging in the settings.
 *
 * @param percentile percentile to minimize
 * @param budget copies per query
 * @param leastDelay minimum delay of a copy
 */
record HedgeGoal(double percentile, double budget, Duration leastDelay) {
  HedgeGoal withPercentile(double other) {
    return new HedgeGoal(other, budget, leastDelay);
  }

  HedgeGoal withBudget(double other) {
    return new HedgeGoal(percentile, other, leastDelay);
  }

  HedgeGoal withLeastDelay(Duration other) {
    return new HedgeGoal(percentile, budget, other);
  }

  ReissueGoal learned() {
    return new ReissueGoal(percentile, budget);
  }
}
