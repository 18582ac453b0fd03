package org.curtail.benchkit.policyruns;

import org.curtail.benchkit.terminal.OptionRules;
import org.curtail.benchkit.terminal.UsageError;
import org.curtail.policies.Policies.Need;
import org.curtail.sim.Predictor;

/**
 * Knowledge of requests that policies get: some the truth, some a prediction with errors, most
 * none.
 *
 * @param logError standard deviation of the logarithm of true over predicted demand; at least 0
 */
public record PredictionError(double logError) {
  private static final double MOST_ERROR = 5;

  /**
   * Rejects an error so large that predictions carry no information.
   *
   * @throws UsageError if it is out of range
   */
  public static double check(double logError) {
    return OptionRules.number("--prediction-error", logError, 0, MOST_ERROR);
  }

  /** The predictor for a policy. The same seed gives the same errors to all of them. */
  public Predictor predictor(Contender contender, long seed) {
    if (contender.knowsDemand()) {
      return Predictor.CLAIRVOYANT;
    }
    return contender.needs().contains(Need.PREDICTIONS)
        ? Predictor.noisy(logError, seed)
        : Predictor.NONE;
  }
}
