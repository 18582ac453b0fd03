package org.curtail.sim;

import java.util.random.RandomGenerator;

/** Process of arrivals. Immutable. Many threads may share it, each with its own generator. */
public sealed interface Arrivals
    permits PoissonArrivals, SteppedArrivals, BurstyArrivals, RecordedArrivals {
  /**
   * Returns the first arrivals in ascending order, in milliseconds from 0.
   *
   * @param count number of arrivals, at least 0
   * @param random the same state gives the same arrivals, bit by bit; a greater count begins with
   *     the same arrivals
   */
  double[] draw(int count, RandomGenerator random);
}
