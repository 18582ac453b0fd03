package org.curtail.benchkit.capacity;

import org.curtail.sim.ClairvoyantBound;

/**
 * A lower bound for the tail of every policy, even with knowledge of the future. The capacity of
 * this bound is an upper bound for every policy on the same traces.
 *
 * @param cores number of cores: at least 1
 * @param percentile 0 to 100
 */
public record LimitTail(PoissonTraces traces, int cores, double percentile) implements TailCurve {
  @Override
  public double tailMs(double perSecond, int trace) {
    return ClairvoyantBound.of(traces.trace(perSecond, trace), traces.profile(), cores)
        .percentileMs(percentile);
  }
}
