package org.curtail.sim;

import java.util.random.RandomGenerator;

/**
 * Requests of many independent users. Gaps are exponential and independent, as from the clients of
 * the Few-to-Many paper (section 6). At f times the rate, the same draws give the same arrivals
 * with all times divided by f.
 *
 * @param perSecond mean requests per second; finite, more than 0
 */
public record PoissonArrivals(double perSecond) implements Arrivals {
  private static final double MS_PER_SECOND = 1000;

  public PoissonArrivals {
    if (!(perSecond > 0) || Double.isInfinite(perSecond)) {
      throw new IllegalArgumentException("perSecond must be positive and finite: " + perSecond);
    }
  }

  @Override
  public double[] draw(int count, RandomGenerator random) {
    double[] arrivalsMs = new double[count];
    double units = 0;
    for (int i = 0; i < count; i++) {
      units += Exponential.unit(random);
      // The rate enters last: a division of each gap would round differently.
      arrivalsMs[i] = MS_PER_SECOND * units / perSecond;
    }
    return arrivalsMs;
  }
}
