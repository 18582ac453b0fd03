package org.curtail.automatic;

import java.util.SplittableRandom;

/**
 * Which requests are learned from: all, or of those that come faster than it takes, a part.
 * Learning takes microseconds, which requests of a fraction of a millisecond would feel; and what
 * one in ten of 2,000 requests a second shows is as good, a few seconds later. Drawn by chance, so
 * that it depends neither on how long a request took nor on any order in which they come.
 *
 * <p>As long as little is known all are learned from: that is over soon where many come.
 */
final class LearningShare {
  /** Changes are noticed after one or two seconds. */
  private static final double PER_SECOND = 200;

  /** Enough for all policies to be planned, and speedups known as well as they have to be. */
  private static final long LITTLE = 4_000;

  private final SplittableRandom random;
  private double share = 1;

  LearningShare(long seed) {
    random = new SplittableRandom(seed);
  }

  /** So many arrive in a second at present; 0 if that is not known. */
  void arriving(double perSecond) {
    share = perSecond > PER_SECOND ? PER_SECOND / perSecond : 1;
  }

  /**
   * Whether the next request that ends is to be learned from.
   *
   * @param learned from how many it was learned since the last change
   */
  boolean isNext(long learned) {
    return share == 1 || learned < LITTLE || random.nextDouble() < share;
  }
}
