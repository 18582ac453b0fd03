package org.curtail.sim;

import java.util.random.RandomGenerator;

/** The time to the next event when events come at any moment with the same probability. */
final class Exponential {
  private Exponential() {}

  /**
   * Exponentially distributed with mean 1, by inversion. Not {@link
   * RandomGenerator#nextExponential}: it needs logarithms that may differ between machines.
   */
  static double unit(RandomGenerator random) {
    return -StrictMath.log1p(-random.nextDouble());
  }
}
