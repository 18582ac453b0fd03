package org.curtail.policy;

import org.curtail.Load;
import org.curtail.Progress;
import org.curtail.policy.demand.ParallelGain;
import org.curtail.policy.demand.Survival;

/**
 * Weighs by rarity: a request that has done work that few requests have to do is likely to be in
 * the tail. 1 / (1 - F(x)) for the share F of requests that need no more than the work x done so
 * far. New requests start first.
 */
record SurvivalWeight(Survival survival, ParallelGain gain) implements Weight {
  @Override
  public double ofRunning(Progress request, Load load) {
    return -survival.logBeyond(gain.workMs(request));
  }

  @Override
  public double ofWaiting(Progress request, Load load) {
    return Double.POSITIVE_INFINITY;
  }

  @Override
  public boolean needsPrediction() {
    return false;
  }
}
