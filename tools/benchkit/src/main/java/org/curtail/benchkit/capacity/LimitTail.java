package org.curtail.benchkit.capacity;

import org.curtail.sim.ClairvoyantBound;

/**
 * The tail that no policy can be below, not even one that knows the future: the capacity under it
 * is one that no policy exceeds on the same traces.
 *
 * @param cores at least 1
 * @param percentile 0 to 100
 */
public record LimitTail(PoissonTraces traces, int cores, double percentile) implements TailCurve {
  @Override
  public double tailMs(double perSecond, int trace) {
    return ClairvoyantBound.of(traces.trace(perSecond, trace), traces.profile(), cores)
        .percentileMs(percentile);
  }
}
