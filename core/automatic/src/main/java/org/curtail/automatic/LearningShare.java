package org.curtail.automatic;

import java.util.SplittableRandom;

/**
 * Selects the requests to learn from: all, or a random sample where they end faster than needed.
 * Learning takes microseconds, which requests of a fraction of a millisecond would feel; one in ten
 * of 2,000 requests a second shows as much, some seconds later. The draw depends neither on how
 * long a request took nor on the order of requests.
 *
 * <p>While little is known all requests are used: where many arrive that is over soon.
 */
final class LearningShare {
  private static final double PER_SECOND = 200;

  /** Number of requests that is enough to plan all policies with. */
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
   * Returns the number of requests that the next ended one represents; 0 if it is not to be learned
   * from.
   *
   * @param learned number of requests learned from since the last change
   */
  double standsFor(long learned) {
    if (share == 1 || learned < LITTLE) {
      return 1;
    }
    return random.nextDouble() < share ? 1 / share : 0;
  }
}
