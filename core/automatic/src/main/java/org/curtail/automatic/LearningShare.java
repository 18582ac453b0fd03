package org.curtail.automatic;

import java.util.SplittableRandom;

/**
 * Which requests are learned from: all, or a part of those that come faster than it takes. Learning
 * takes microseconds, which requests of a fraction of a millisecond would feel; and what one in ten
 * of 2,000 requests a second shows is as good, some seconds later. Drawn by chance, so that it
 * depends neither on how long a request took nor on any order in which they come.
 *
 * <p>As long as little is known all are learned from: that is over soon where many come.
 */
final class LearningShare {
  private static final double PER_SECOND = 200;

  /** Enough to plan all policies with. */
  private static final long LITTLE = 4_000;

  private final SplittableRandom random;
  private double share = 1;

  LearningShare(long seed) {
    random = new SplittableRandom(seed).split();
  }

  /** So many arrive in a second at present; 0 if that is not known. */
  void arriving(double perSecond) {
    share = perSecond > PER_SECOND ? PER_SECOND / perSecond : 1;
  }

  /**
   * For how many requests the next one that ends stands; 0 if it is not to be learned from.
   *
   * @param learned from how many it was learned since the last change
   */
  double standsFor(long learned) {
    if (share == 1 || learned < LITTLE) {
      return 1;
    }
    return random.nextDouble() < share ? 1 / share : 0;
  }
}
