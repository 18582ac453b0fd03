package org.curtail.policy;

import org.curtail.Load;
import org.curtail.Progress;

/**
 * {@link Patience} that looks ahead: the age counts that a request would have in the end if it had
 * the greatest useful degree from now on, by what was predicted of its demand.
 */
record Foresight(Patience patience, ExpectedDemand demand, ParallelGain gain) implements Urgency {
  @Override
  public double log(Progress request, Load load) {
    double remainingMs = demand.remainingMs(request.prediction(), gain.workMs(request));
    double fastestMs = remainingMs / gain.speedup(gain.usefulDegree());
    return (request.ageNanos() / 1e6 + fastestMs) / patience.scaleMs(load);
  }

  @Override
  public double logGainOfStarting() {
    return patience.logGainOfStarting();
  }

  @Override
  public boolean needsPrediction() {
    return true;
  }
}
