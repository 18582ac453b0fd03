package org.curtail.policy;

import org.curtail.Load;
import org.curtail.Progress;

/**
 * The importance of a request for the tail: the logarithm of its weight in {@link TailIndex}. Pure
 * functions, whose values are any numbers but NaN.
 */
sealed interface Weight
    permits SurvivalWeight, AgeWeight, PredictedAgeWeight, GammaBoostWeight, AgedGittinsWeight {
  /** Of a running request, whatever its threads. */
  double ofRunning(Progress request, Load load);

  /** Of a request without a thread, what its first thread brings included. */
  double ofWaiting(Progress request, Load load);

  /** See {@link org.curtail.Policy#level}. */
  default int level(Progress aside) {
    return 0;
  }

  /** True if it reads predictions, and so orders requests otherwise than by arrival. */
  boolean needsPrediction();

  /** The facts that it goes by, in words. */
  default String inWords() {
    return needsPrediction() ? "predicted demand" : "work done";
  }

  /** For people. */
  default String name() {
    return getClass().getSimpleName();
  }
}
