package org.curtail.capacity;

import org.curtail.Policy;
import org.curtail.sim.Outcome;
import org.curtail.sim.Simulation;

/**
 * What a policy makes of the tail, simulated. Safe for several threads at once, as {@link
 * Simulation} is.
 *
 * @param simulation of the traces' profile
 * @param percentile 0 to 100
 */
public record SimulatedTail(
    Simulation simulation, Policy policy, PoissonTraces traces, double percentile)
    implements TailCurve {
  @Override
  public double tailMs(double perSecond, int trace) {
    return outcome(perSecond, trace).percentileMs(percentile);
  }

  /** All that became of a trace at a rate. */
  public Outcome outcome(double perSecond, int trace) {
    return simulation.run(policy, traces.trace(perSecond, trace));
  }
}
