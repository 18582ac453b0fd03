package org.curtail.policy;

import org.curtail.Load;
import org.curtail.Progress;
import org.curtail.policy.demand.ExpectedDemand;
import org.curtail.policy.demand.ParallelGain;

/**
 * {@link AgeWeight} that looks ahead: the age counts that a request would have in the end if it had
 * the greatest useful degree from now on, by what was predicted of its demand.
 */
record PredictedAgeWeight(AgeWeight ageWeight, ExpectedDemand demand, ParallelGain gain)
    implements Weight {
  /**
   * With more knowledge less patience is needed; two thirds to one are equally good in simulations.
   */
  private static final double SHARE_OF_PATIENCE = 0.8;

  @Override
  public double ofRunning(Progress request, Load load) {
    return (request.ageNanos() / 1e6 + remainingMs(request)) / scaleMs(load);
  }

  @Override
  public double ofWaiting(Progress request, Load load) {
    return logGainOfStarting() + ofRunning(request, load);
  }

  double logGainOfStarting() {
    return ageWeight.logGainOfStarting();
  }

  /** Expected time to the end at the greatest useful degree. */
  double remainingMs(Progress request) {
    return demand.remainingMs(request.prediction(), gain.workMs(request))
        / gain.speedup(gain.usefulDegree());
  }

  double scaleMs(Load load) {
    return SHARE_OF_PATIENCE * ageWeight.scaleMs(load);
  }

  @Override
  public boolean needsPrediction() {
    return true;
  }
}
