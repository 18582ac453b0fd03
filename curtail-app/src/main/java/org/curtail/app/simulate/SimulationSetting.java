package org.curtail.app.simulate;

import java.util.List;
import org.curtail.Policy;
import org.curtail.Profile;
import org.curtail.sim.Machine;

/**
 * What is simulated: every policy at every rate, on the same requests.
 *
 * @param profile the demand
 * @param policies at least one; each name once
 * @param rates at least one; each once
 * @param requests in each run
 * @param warmUp how many of them, the first, do not count
 * @param repeats runs of each policy at each rate, on requests of so many seeds
 * @param seed of demands and arrivals, the first of them
 * @param machine what they run on
 */
public record SimulationSetting(
    Profile profile,
    List<NamedPolicy> policies,
    List<Rate> rates,
    int requests,
    int warmUp,
    int repeats,
    long seed,
    Machine machine) {
  /** A policy by the name that the user gave. */
  public record NamedPolicy(String name, Policy policy) {}

  public SimulationSetting {
    policies = List.copyOf(policies);
    rates = List.copyOf(rates);
  }
}
