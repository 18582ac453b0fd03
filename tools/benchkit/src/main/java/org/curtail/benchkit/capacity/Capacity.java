package org.curtail.benchkit.capacity;

import java.util.List;
import java.util.stream.IntStream;

/** Result of a search for the largest load. */
public sealed interface Capacity {
  /**
   * The largest load.
   *
   * @param perSecond the rate at which the mean tail reaches the target, in requests per second;
   *     the mean tail at this rate is at most the target
   * @param low the lower end of a 95 % interval
   * @param high the upper end
   * @param tailMs the tail at that rate, over traces; its mean is at most the target
   * @param perTrace the same rate from each trace alone, to first order: replications of the
   *     capacity
   */
  record Carries(
      double perSecond, double low, double high, MeanInterval tailMs, List<Double> perTrace)
      implements Capacity {
    public Carries {
      perTrace = List.copyOf(perTrace);
    }

    /** Width of the interval as a share of the rate. */
    public double relativeWidth() {
      return (high - low) / perSecond;
    }

    /**
     * Ratio of this capacity to another's, with a 95 % interval. Computed trace by trace on the
     * traces that both ran on, so that an effect that both share does not count as a difference.
     */
    public MeanInterval times(Carries other) {
      int common = Math.min(perTrace.size(), other.perTrace.size());
      MeanInterval ratios =
          MeanInterval.of(
              IntStream.range(0, common)
                  .mapToObj(i -> (Double) (perTrace.get(i) / other.perTrace.get(i)))
                  .toList());
      return new MeanInterval(perSecond / other.perSecond, ratios.halfWidth());
    }
  }

  /**
   * The target is missed even on an idle machine.
   *
   * @param tailMs the tail at a rate near zero
   */
  record MissesWhenIdle(MeanInterval tailMs) implements Capacity {}

  /**
   * The target is met at every stable rate.
   *
   * @param mostPerSecond the rate above which no policy is stable
   * @param tailMs the tail there
   */
  record MeetsWhileStable(double mostPerSecond, MeanInterval tailMs) implements Capacity {}
}
