package org.curtail.policy;

import org.curtail.Load;
import org.curtail.Progress;

/**
 * How much a request matters to the tail: the logarithm of its weight in {@link TailIndex}. A pure
 * function.
 */
sealed interface Urgency permits Rarity, Patience, Foresight {
  /** Any number but NaN. */
  double log(Progress request, Load load);

  /** Of a request that waits, what a first thread counts, added to its urgency. */
  double logGainOfStarting();

  /** Whether it reads what was predicted. */
  boolean needsPrediction();
}
