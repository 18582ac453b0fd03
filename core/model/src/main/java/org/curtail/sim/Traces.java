package org.curtail.sim;

import java.util.SplittableRandom;
import org.curtail.Profile;

/** Draws traces. */
public final class Traces {
  private Traces() {}

  /**
   * Draws requests of a profile, independent of each other and in proportion to their weights, at
   * times that do not depend on them. One seed gives the same requests in the same order whatever
   * the arrivals, and a longer trace begins as a shorter one does.
   *
   * @param count at least 1
   * @param seed any
   * @throws IllegalArgumentException if count is less than 1, or there are no such arrivals
   */
  public static Trace draw(Arrivals arrivals, Profile profile, int count, long seed) {
    if (count < 1) {
      throw new IllegalArgumentException("count must be at least 1: " + count);
    }
    var random = new SplittableRandom(seed);
    int[] requests = new RequestDraw(profile).draw(count, random.split());
    return Trace.of(arrivals.draw(count, random), requests);
  }
}
