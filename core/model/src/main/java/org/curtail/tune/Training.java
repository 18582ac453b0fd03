package org.curtail.tune;

import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.curtail.Policy;
import org.curtail.sim.Arrivals;
import org.curtail.sim.Simulation;
import org.curtail.sim.Trace;
import org.curtail.sim.Traces;

/**
 * Criterion for candidates: a tail on traces that are the same for all of them (common random
 * numbers). The winner looks too good on these traces, so measure it on others. Immutable.
 *
 * @param service service of the traces; its predictor gives the predictions that candidates use
 * @param traces at least one
 * @param percentile percentile of the latency, 0 to 100
 */
public record Training(Simulation service, List<Trace> traces, double percentile) {
  public Training {
    traces = List.copyOf(traces);
    if (traces.isEmpty()) {
      throw new IllegalArgumentException("there must be at least one trace");
    }
    if (!(percentile >= 0 && percentile <= 100)) {
      throw new IllegalArgumentException("percentile must lie between 0 and 100: " + percentile);
    }
  }

  /**
   * Returns a training on traces with seeds derived from a seed. These seeds are unrelated to the
   * trace that {@link Traces} draws from the same seed.
   *
   * @param requests requests in each trace; at least 1
   * @param traces number of traces; at least 1
   * @param seed any
   */
  public static Training drawn(
      Simulation service,
      Arrivals arrivals,
      int requests,
      int traces,
      long seed,
      double percentile) {
    var seeds = new SplittableRandom(seed);
    List<Trace> drawn =
        Stream.generate(seeds::nextLong)
            .limit(traces)
            .map(one -> Traces.draw(arrivals, service.profile(), requests, one))
            .toList();
    return new Training(service, drawn, percentile);
  }

  /** Returns the mean of the policy's percentile over the traces, in milliseconds. */
  public double tailMs(Policy policy) {
    double sumMs = 0;
    for (Trace trace : traces) {
      sumMs += service.run(policy, trace).percentileMs(percentile);
    }
    return sumMs / traces.size();
  }
}
