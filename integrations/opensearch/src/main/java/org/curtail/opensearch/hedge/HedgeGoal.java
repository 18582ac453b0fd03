package org.curtail.opensearch.hedge;

import java.time.Duration;
import org.curtail.reissue.ReissueGoal;

/**
 * What hedging is for, by the settings.
 *
 * @param percentile that is to be low
 * @param budget copies for each query
 * @param leastDelay no copy is sent sooner
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
