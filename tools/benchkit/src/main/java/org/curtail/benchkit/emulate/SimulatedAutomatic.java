package org.curtail.benchkit.emulate;

import org.curtail.benchkit.policyruns.LoggedSteering;
import org.curtail.sim.Simulation;
import org.curtail.sim.SimulationResult;
import org.curtail.sim.Trace;

/**
 * An automatic policy in a sequence of simulations. Each one continues after the previous one. Not
 * thread-safe.
 */
public final class SimulatedAutomatic {
  private final LoggedSteering pilot;
  private final ScaledSteering steering;

  /**
   * Creates the policy before its first simulation.
   *
   * @param pilot learns in all simulations
   * @param scale nanoseconds of the pilot for a nanosecond of a simulation: above 0
   */
  public SimulatedAutomatic(LoggedSteering pilot, double scale) {
    this.pilot = pilot;
    steering = new ScaledSteering(pilot, scale);
  }

  /** Returns the end of the latest simulation, in the pilot's time. */
  long nanos() {
    return steering.beginNanos();
  }

  /** Simulates a trace after the previous ones. */
  public SimulationResult run(Simulation service, Trace trace) {
    pilot.unfreeze(nanos());
    SimulationResult outcome =
        service.steeredBy(steering).run(steering.policy(pilot.policy()), trace);
    steering.endsAt(outcome.endNanos());
    pilot.freeze(nanos());
    return outcome;
  }
}
