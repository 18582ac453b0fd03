package org.curtail.papers.experiments;

import java.util.List;
import org.curtail.Profile;
import org.curtail.benchkit.policyruns.Contender;
import org.curtail.sim.Machine;

/**
 * Policies at several rates of Poisson arrivals.
 *
 * @param name name in a few words
 * @param what distinction from others, in a sentence
 * @param profile the demand
 * @param machine machine that serves requests
 * @param policies each name once
 * @param rates requests per second, ascending
 */
public record Scenario(
    String name,
    String what,
    Profile profile,
    Machine machine,
    List<Contender.Fixed> policies,
    List<Double> rates) {
  public Scenario {
    policies = List.copyOf(policies);
    rates = List.copyOf(rates);
  }
}
