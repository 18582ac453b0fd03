package org.curtail.benchkit.capacity;

import java.util.function.LongFunction;
import org.curtail.Policy;
import org.curtail.sim.Simulation;
import org.curtail.sim.SimulationResult;

/**
 * The simulated tail of a policy. Safe for several threads at once, if the function is.
 *
 * @param services the service for a trace, by the trace's seed; of the traces' profile. Pauses and
 *     errors of predictions must differ from trace to trace, or the traces are not independent
 * @param percentile 0 to 100
 */
public record SimulatedTail(
    LongFunction<Simulation> services, Policy policy, PoissonTraces traces, double percentile)
    implements TailCurve {
  /** Creates the tail of a service without randomness of its own. */
  public SimulatedTail(Simulation service, Policy policy, PoissonTraces traces, double percentile) {
    this(seed -> service, policy, traces, percentile);
  }

  @Override
  public double tailMs(double perSecond, int trace) {
    SimulationResult outcome = outcome(perSecond, trace);
    // The latencies of an aborted run tell only when it was aborted.
    return outcome.isGivenUp() ? Double.POSITIVE_INFINITY : outcome.percentileMs(percentile);
  }

  /** The whole simulation result of one trace at a rate. */
  public SimulationResult outcome(double perSecond, int trace) {
    return services.apply(traces.seed(trace)).run(policy, traces.trace(perSecond, trace));
  }
}
