package org.curtail.sim;

import java.util.SplittableRandom;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.curtail.sim.RatePeriod.ChangingRate;

/**
 * Poisson arrivals at two alternating rates, each for an exponential time: a Markov-modulated
 * Poisson process of two states (Fischer and Meier-Hellstern, "The Markov-modulated Poisson process
 * (MMPP) cookbook", Performance Evaluation 18, 1993). The process begins in a state by the
 * stationary probability. For bursts of fixed length see {@link SteppedArrivals}.
 *
 * @param burst rate and mean length of bursts
 * @param calm rate and mean length of the times between bursts; rate 0 for silence
 */
public record BurstyArrivals(RatePeriod burst, RatePeriod calm) implements Arrivals {
  public BurstyArrivals {
    if (burst.perSecond() == 0 && calm.perSecond() == 0) {
      throw new IllegalArgumentException("either burst or calm needs a rate above 0");
    }
  }

  /** Returns the mean requests per second over burst and calm. */
  public double meanPerSecond() {
    double burstShare = burstShare();
    return burstShare * burst.perSecond() + (1 - burstShare) * calm.perSecond();
  }

  private double burstShare() {
    return burst.durationMs() / (burst.durationMs() + calm.durationMs());
  }

  @Override
  public double[] draw(int count, RandomGenerator random) {
    // A generator of its own keeps the bursts at the same times for all rates.
    return ChangingRate.draw(count, states(new SplittableRandom(random.nextLong())), random);
  }

  private Supplier<RatePeriod> states(RandomGenerator random) {
    boolean[] calmNext = {random.nextDouble() >= burstShare()};
    return () -> {
      RatePeriod mean = calmNext[0] ? calm : burst;
      calmNext[0] = !calmNext[0];
      double durationMs = mean.durationMs() * Exponential.unit(random);
      return new RatePeriod(mean.perSecond(), Math.max(durationMs, Double.MIN_NORMAL));
    };
  }
}
