package org.curtail.benchkit.capacity;

import java.util.List;
import java.util.stream.IntStream;

/** Result of a search for the largest load. */
public sealed interface Capacity {
  /**
   * The largest load.
   *
   * @param perSecond greatest found rate with a mean tail of at most the target, in requests per
   *     second
   * @param low lower end of the 95 % interval of the rate
   * @param high upper end of the 95 % interval of the rate
   * @param tailMs tail at this rate, over traces, in milliseconds
   * @param perTrace capacity on each trace alone, to first order
   */
  record Carries(
      double perSecond, double low, double high, MeanInterval tailMs, List<Double> perTrace)
      implements Capacity {
    public Carries {
      perTrace = List.copyOf(perTrace);
    }

    /** Returns the width of the interval as a share of the rate. */
    public double relativeWidth() {
      return (high - low) / perSecond;
    }

    /**
     * Returns the ratio of this capacity to another, with a 95 % interval. The ratio is computed
     * trace by trace on common traces, so that a common effect does not count as a difference.
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
   * @param tailMs tail at a rate near 0, in milliseconds
   */
  record MissesWhenIdle(MeanInterval tailMs) implements Capacity {}

  /**
   * The target is met at every stable rate.
   *
   * @param mostPerSecond greatest stable rate of any policy, in requests per second
   * @param tailMs tail at this rate, in milliseconds
   */
  record MeetsWhileStable(double mostPerSecond, MeanInterval tailMs) implements Capacity {}
}
