package org.curtail.benchkit.capacity;

import java.util.List;
import java.util.stream.IntStream;

/**
 * The tail of a service at any arrival rate, on each of several traces. A trace has the same
 * requests at every rate; only the gaps change, by a common factor. A difference between two rates
 * is then not due to chance.
 */
@FunctionalInterface
public interface TailCurve {
  /**
   * Returns a percentile of the response times on a trace, in milliseconds; infinite if the service
   * collapsed.
   *
   * @param perSecond requests per second: finite, above 0
   * @param trace index of the trace: at least 0
   */
  double tailMs(double perSecond, int trace);

  /**
   * Returns the percentile on each of the first traces, in order. An implementation may run traces
   * in parallel.
   *
   * @param traces number of traces: at least 1
   */
  default List<Double> tailsMs(double perSecond, int traces) {
    return IntStream.range(0, traces).mapToObj(trace -> (Double) tailMs(perSecond, trace)).toList();
  }
}
