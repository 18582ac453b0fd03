package org.curtail.sim;

import java.util.random.RandomGenerator;

/** When requests arrive. Immutable; may be asked by many threads, each with its own generator. */
public sealed interface Arrivals
    permits PoissonArrivals, SteppedArrivals, BurstyArrivals, RecordedArrivals {
  /**
   * The first arrivals in ascending order, in milliseconds from 0.
   *
   * @param count at least 0
   * @param random the same state gives the same arrivals, bit by bit, and more arrivals begin as
   *     fewer do
   */
  double[] draw(int count, RandomGenerator random);
}
