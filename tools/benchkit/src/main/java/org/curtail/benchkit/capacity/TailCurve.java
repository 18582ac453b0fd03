package org.curtail.benchkit.capacity;

import java.util.List;
import java.util.stream.IntStream;

/**
 * The tail of a service at any rate of arrivals, on each of several traces. Trace i holds the same
 * requests at every rate, with gaps that differ by a factor only: a difference between two rates is
 * then due to the rate, not to chance.
 */
@FunctionalInterface
public interface TailCurve {
  /**
   * A percentile of the response times on one trace, in milliseconds; infinite if the service
   * collapsed.
   *
   * @param perSecond requests per second; finite, more than 0
   * @param trace at least 0
   */
  double tailMs(double perSecond, int trace);

  /**
   * The same percentile on each of the first traces, in their order. An implementation with threads
   * may run traces in parallel.
   *
   * @param traces number of traces; at least 1
   */
  default List<Double> tailsMs(double perSecond, int traces) {
    return IntStream.range(0, traces).mapToObj(trace -> (Double) tailMs(perSecond, trace)).toList();
  }
}
