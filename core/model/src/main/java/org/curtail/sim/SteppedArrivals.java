package org.curtail.sim;

import java.util.Iterator;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.curtail.sim.RatePeriod.ChangingRate;

/**
 * Poisson arrivals at a rate that changes at known times, such as the load of a day. The periods
 * repeat. Two periods make bursts of fixed length.
 *
 * @param periods at least one, not all with rate 0
 */
public record SteppedArrivals(List<RatePeriod> periods) implements Arrivals {
  public SteppedArrivals {
    periods = List.copyOf(periods);
    if (periods.stream().allMatch(period -> period.perSecond() == 0)) {
      throw new IllegalArgumentException("a period needs a rate above 0: " + periods);
    }
  }

  @Override
  public double[] draw(int count, RandomGenerator random) {
    Iterator<RatePeriod> again = Stream.generate(() -> periods).flatMap(List::stream).iterator();
    return ChangingRate.draw(count, again::next, random);
  }
}
