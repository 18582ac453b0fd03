package org.curtail.papers.experiments;

import java.util.List;
import org.curtail.Profile;
import org.curtail.benchkit.policyruns.Contender;
import org.curtail.sim.Machine;

/**
 * Policies at several rates of Poisson arrivals.
 *
 * @param name in a few words
 * @param what sets it apart, in a sentence
 * @param profile the demand
 * @param machine what requests run on
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
