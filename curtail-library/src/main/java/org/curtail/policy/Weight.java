package org.curtail.policy;

import org.curtail.Load;
import org.curtail.Progress;

/**
 * How much a request matters to the tail: the logarithm of its weight in {@link TailIndex}. Pure
 * functions, whose values are any numbers but NaN.
 */
sealed interface Weight permits SurvivalWeight, AgeWeight, PredictedAgeWeight, GammaBoostWeight {
  /** Of a running request, whatever its threads. */
  double ofRunning(Progress request, Load load);

  /** Of a request that waits, what its first thread brings included. */
  double ofWaiting(Progress request, Load load);

  /** Whether it reads what was predicted, and so puts requests into another order than arrival. */
  boolean needsPrediction();
}
