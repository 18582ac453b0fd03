package org.curtail.policy;

import org.curtail.Load;
import org.curtail.Progress;

/**
 * {@link PredictedAgeWeight} that starts requests in the order of gamma-Boost (Yu, Scully: Strongly
 * tail-optimal scheduling in the light-tailed M/G/1, 2024): by arrival less a boost, b(s) = ln(1 /
 * (1 - e^(-gamma s))) / gamma, which is the greater the shorter the service s. Its theory knows one
 * server and no parallelism; s is therefore taken at the greatest useful degree, and 1 / gamma is
 * the scale in which weights rise with age.
 */
record GammaBoostWeight(PredictedAgeWeight foresight) implements Weight {
  @Override
  public double ofRunning(Progress request, Load load) {
    return foresight.ofRunning(request, load);
  }

  @Override
  public double ofWaiting(Progress request, Load load) {
    double services = foresight.remainingMs(request) / foresight.scaleMs(load);
    double ages = request.ageNanos() / 1e6 / foresight.scaleMs(load);
    return foresight.logGainOfStarting() + ages - StrictMath.log(-StrictMath.expm1(-services));
  }

  @Override
  public boolean needsPrediction() {
    return true;
  }
}
