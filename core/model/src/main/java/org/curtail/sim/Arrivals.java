package org.curtail.sim;

import java.util.random.RandomGenerator;

/** A process of arrivals. Immutable; may be used by many threads, each with its own generator. */
public sealed interface Arrivals
    permits PoissonArrivals, SteppedArrivals, BurstyArrivals, RecordedArrivals {
  /**
   * Returns the first arrivals in ascending order, in milliseconds from 0.
   *
   * @param count at least 0
   * @param random the same state gives the same arrivals, bit by bit; more arrivals begin with the
   *     same ones as fewer do
   */
  double[] draw(int count, RandomGenerator random);
}
