package org.curtail.benchkit.policyruns;

import org.curtail.benchkit.terminal.OptionRules;
import org.curtail.benchkit.terminal.UsageError;
import org.curtail.policies.Policies.Need;
import org.curtail.sim.Predictor;

/**
 * The error of predictions. A policy receives the true demand, a prediction with this error, or
 * nothing.
 *
 * @param logError standard deviation of the logarithm of true over predicted demand: at least 0
 */
public record PredictionError(double logError) {
  private static final double MOST_ERROR = 5;

  /**
   * Rejects an error that leaves no information in predictions.
   *
   * @throws UsageError if the error is out of range
   */
  public static double check(double logError) {
    return OptionRules.number("--prediction-error", logError, 0, MOST_ERROR);
  }

  /** Returns the predictor for a policy. The same seed gives all policies the same errors. */
  public Predictor predictor(Contender contender, long seed) {
    if (contender.knowsDemand()) {
      return Predictor.CLAIRVOYANT;
    }
    return contender.needs().contains(Need.PREDICTIONS)
        ? Predictor.noisy(logError, seed)
        : Predictor.NONE;
  }
}
