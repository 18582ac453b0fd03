package org.curtail.benchkit.capacity;

import java.util.function.LongFunction;
import org.curtail.Policy;
import org.curtail.sim.Simulation;
import org.curtail.sim.SimulationResult;

/**
 * The simulated tail of a policy. Thread-safe if {@code services} is thread-safe.
 *
 * @param services service of a trace, by the trace's seed, with the profile of the traces. Pauses
 *     and prediction errors must differ between traces, so that traces are independent
 * @param percentile 0 to 100
 */
public record SimulatedTail(
    LongFunction<Simulation> services, Policy policy, PoissonTraces traces, double percentile)
    implements TailCurve {
  /** Creates the tail of a service without random effects of its own. */
  public SimulatedTail(Simulation service, Policy policy, PoissonTraces traces, double percentile) {
    this(seed -> service, policy, traces, percentile);
  }

  @Override
  public double tailMs(double perSecond, int trace) {
    SimulationResult outcome = outcome(perSecond, trace);
    // An aborted run has no meaningful latencies.
    return outcome.isGivenUp() ? Double.POSITIVE_INFINITY : outcome.percentileMs(percentile);
  }

  /** Returns the simulation result of a trace at a rate. */
  public SimulationResult outcome(double perSecond, int trace) {
    return services.apply(traces.seed(trace)).run(policy, traces.trace(perSecond, trace));
  }
}
