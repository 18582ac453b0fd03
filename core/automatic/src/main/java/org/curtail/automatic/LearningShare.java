package org.curtail.automatic;

import java.util.SplittableRandom;

/**
 * Selects the requests for learning: all, or a random sample if requests end faster than needed.
 * Learning costs microseconds per request, too much for requests of a fraction of a millisecond.
 * One in ten of 2,000 requests per second shows as much, some seconds later. The sample depends
 * neither on the time nor on the order of requests.
 *
 * <p>The first requests are all used. In a busy service this phase is short.
 */
final class LearningShare {
  private static final double PER_SECOND = 200;

  /** Number of requests that suffices to plan all policies. */
  private static final long LITTLE = 4_000;

  private final SplittableRandom random;
  private double share = 1;

  LearningShare(long seed) {
    random = new SplittableRandom(seed).split();
  }

  /** Sets the present arrivals per second; 0 if unknown. */
  void setRate(double perSecond) {
    share = perSecond > PER_SECOND ? PER_SECOND / perSecond : 1;
  }

  /**
   * Returns the number of requests that the next ended one represents; 0 to ignore it.
   *
   * @param learned number of learned requests since the last change
   */
  double standsFor(long learned) {
    if (share == 1 || learned < LITTLE) {
      return 1;
    }
    return random.nextDouble() < share ? 1 / share : 0;
  }
}
