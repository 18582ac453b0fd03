package org.curtail.sim;

import java.util.random.RandomGenerator;

/** Time to the next event of a Poisson process. */
final class Exponential {
  private Exponential() {}

  /**
   * Draws from the exponential distribution with mean 1, by inversion. {@link
   * RandomGenerator#nextExponential} is unsuitable: its logarithms may differ between machines.
   */
  static double unit(RandomGenerator random) {
    return -StrictMath.log1p(-random.nextDouble());
  }
}
