package org.curtail.cli.capacity;

import java.util.List;
import org.curtail.Profile;
import org.curtail.benchkit.capacity.PoissonTraces;
import org.curtail.benchkit.capacity.Precision;
import org.curtail.benchkit.policyruns.Collapse;
import org.curtail.benchkit.policyruns.Contender;
import org.curtail.benchkit.policyruns.PredictionError;
import org.curtail.sim.Machine;
import org.curtail.sim.Simulation;
import org.curtail.sim.StabilityBound;

/**
 * A search for the largest load of each policy with its tail under a target.
 *
 * @param policies policies, at least one, each name once. No policy is tuned for each rate, because
 *     it would have no capacity of its own
 * @param traces traces of the demand's requests
 * @param machine machine of the service
 * @param percentile the percentile of latency that is the tail; more than 0, less than 100
 * @param targetMs the limit of the tail, in milliseconds
 * @param precision precision of the answers
 */
public record CapacitySetting(
    List<Contender> policies,
    PoissonTraces traces,
    Machine machine,
    double percentile,
    double targetMs,
    Precision precision) {
  public CapacitySetting {
    policies = List.copyOf(policies);
  }

  /** The demand. */
  public Profile profile() {
    return traces.profile();
  }

  /** Greatest stable rate, in requests per second, with pauses subtracted. */
  public double mostPerSecond() {
    return StabilityBound.perSecond(profile(), machine.cores()) * (1 - machine.noise().share());
  }

  /**
   * Returns the service for the trace of a seed. The service's random events have the same seed.
   */
  public Simulation service(Contender policy, long seed) {
    return Collapse.endsRunsOf(
        new Simulation(profile(), machine.withNoiseSeed(seed))
            .predictedBy(new PredictionError(0).predictor(policy, seed)));
  }

  /**
   * Returns a rate as a share of the cores' capacity with one thread for each request and without
   * pauses.
   */
  public double load(double perSecond) {
    return perSecond / StabilityBound.perSecond(profile().meanMs(1), machine.cores());
  }
}
