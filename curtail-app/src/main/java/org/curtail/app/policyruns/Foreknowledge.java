package org.curtail.app.policyruns;

import org.curtail.policy.Policies.Need;
import org.curtail.sim.Predictor;

/**
 * What policies are told beforehand of requests: some the truth, some a prediction that errs, most
 * nothing.
 *
 * @param logError standard deviation of the logarithm of true over predicted demand; at least 0
 */
public record Foreknowledge(double logError) {
  /** For this policy. The same seed errs alike for all of them. */
  public Predictor predictor(Contender contender, long seed) {
    if (contender.knowsDemand()) {
      return Predictor.CLAIRVOYANT;
    }
    return contender.needs().contains(Need.PREDICTIONS)
        ? Predictor.noisy(logError, seed)
        : Predictor.NONE;
  }
}
