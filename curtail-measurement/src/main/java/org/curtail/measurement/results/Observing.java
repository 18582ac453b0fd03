package org.curtail.measurement.results;

import org.curtail.measurement.stats.Ratio;
import org.jspecify.annotations.Nullable;

/**
 * What it took to observe requests.
 *
 * @param observer the thread that looks at others; absent if there was none
 * @param cost with signals, pauses and observer beside without; absent if that was not measured
 */
public record Observing(@Nullable Looks observer, @Nullable Cost cost) {
  /**
   * How an observer did.
   *
   * @param askedPerSecond looks that were asked for
   * @param chosenPerSecond looks that the machine can carry
   * @param seenPerSecond looks that there were
   * @param lookNanos what one took
   * @param cpuShare of one core, 0 to 1; absent where CPU time is not available
   * @param passRate share of the intervals between looks that can be trusted; absent without any
   * @param gaps intervals in which the observer did not run
   * @param epsilon how far two clocks may differ, as a share of an interval; absent without any
   */
  public record Looks(
      double askedPerSecond,
      double chosenPerSecond,
      double seenPerSecond,
      double lookNanos,
      @Nullable Double cpuShare,
      @Nullable Double passRate,
      int gaps,
      @Nullable Double epsilon) {}

  /**
   * Ratios of observed blocks to unobserved ones on the same arrivals, which took turns.
   *
   * @param blocks pairs of them
   * @param cpu time for a request; its inverse is the throughput of busy cores
   * @param median latency
   * @param p99 latency
   */
  public record Cost(int blocks, Ratio cpu, Ratio median, Ratio p99) {}
}
