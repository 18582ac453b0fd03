package org.curtail.benchkit.capacity;

import java.util.List;
import java.util.stream.IntStream;

/** What a search for the largest load found. */
public sealed interface Capacity {
  /**
   * The largest load.
   *
   * @param perSecond the rate at which the mean tail reaches the target, in requests per second; it
   *     is under the target at this one
   * @param low the lower end of a 95 % interval
   * @param high the upper end
   * @param tailMs the tail at that rate, over traces; its mean is at most the target
   * @param perTrace the same rate by each trace alone, to first order: replications of the capacity
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
     * How many times another's load this carries, with a 95 % interval. Trace by trace, so that
     * what both suffer from is not counted as a difference; on the traces that both ran on.
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
   * @param tailMs the tail at vanishing load
   */
  record MissesWhenIdle(MeanInterval tailMs) implements Capacity {}

  /**
   * The target is met at any rate that is stable.
   *
   * @param mostPerSecond the rate beyond which nothing is stable
   * @param tailMs the tail there
   */
  record MeetsWhileStable(double mostPerSecond, MeanInterval tailMs) implements Capacity {}
}
