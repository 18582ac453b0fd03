package org.curtail.sim;

import java.util.List;
import java.util.random.RandomGenerator;
import org.curtail.sim.Trace.ArrivalTimes;

/**
 * Recorded arrivals, repeated unchanged.
 *
 * @param arrivalsMs times of arrivals in milliseconds since the start of the recording: finite, not
 *     negative, not decreasing
 */
public record RecordedArrivals(List<Double> arrivalsMs) implements Arrivals {
  public RecordedArrivals {
    arrivalsMs = List.copyOf(arrivalsMs);
    ArrivalTimes.check(times(arrivalsMs, arrivalsMs.size()));
  }

  /**
   * Returns the first recorded arrivals.
   *
   * @param count at most as many as were recorded
   * @param random not used
   * @throws IllegalArgumentException if fewer were recorded
   */
  @Override
  public double[] draw(int count, RandomGenerator random) {
    if (count > arrivalsMs.size()) {
      throw new IllegalArgumentException(
          "%d arrivals wanted, %d recorded".formatted(count, arrivalsMs.size()));
    }
    return times(arrivalsMs, count);
  }

  private static double[] times(List<Double> arrivalsMs, int count) {
    return arrivalsMs.stream().limit(count).mapToDouble(Double::doubleValue).toArray();
  }
}
