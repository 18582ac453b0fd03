package org.curtail.benchkit.capacity;

import java.util.function.LongFunction;
import org.curtail.Policy;
import org.curtail.sim.Simulation;
import org.curtail.sim.SimulationResult;

/**
 * What a policy makes of the tail, simulated. Safe for several threads at once, if the function is.
 *
 * @param services the service for a trace, by the trace's seed: pauses and errors of predictions
 *     must differ from trace to trace, or the traces are not independent. All of the traces'
 *     profile
 * @param percentile 0 to 100
 */
public record SimulatedTail(
    LongFunction<Simulation> services, Policy policy, PoissonTraces traces, double percentile)
    implements TailCurve {
  /** In a service where nothing happens by chance. */
  public SimulatedTail(Simulation service, Policy policy, PoissonTraces traces, double percentile) {
    this(seed -> service, policy, traces, percentile);
  }

  @Override
  public double tailMs(double perSecond, int trace) {
    SimulationResult outcome = outcome(perSecond, trace);
    // Latencies of a run that was given up say only when that was.
    return outcome.isGivenUp() ? Double.POSITIVE_INFINITY : outcome.percentileMs(percentile);
  }

  /** All that became of a trace at a rate. */
  public SimulationResult outcome(double perSecond, int trace) {
    return services.apply(traces.seed(trace)).run(policy, traces.trace(perSecond, trace));
  }
}
