package org.curtail.app.simulate;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.curtail.IntervalTable;
import org.curtail.Policy;
import org.curtail.Profile;
import org.curtail.app.simulate.SimulationSetting.NamedPolicy;
import org.curtail.app.terminal.Misuse;
import org.curtail.policy.FewToMany;
import org.curtail.policy.Policies;

/**
 * Makes the policies that a user names.
 *
 * @param profileFile where the demand comes from, for messages
 * @param table for the policies that need one
 */
public record PolicyNames(Path profileFile, Profile demand, Optional<IntervalTable> table) {
  private Policies.Ingredients ingredients() {
    return new Policies.Ingredients(Optional.of(demand), table);
  }

  /**
   * The policies of these names, in their order.
   *
   * @throws Misuse if there is none, one twice, one that is not known, lacks an ingredient, or goes
   *     beyond the profile's degrees
   */
  public List<NamedPolicy> policies(List<String> names) {
    if (names.isEmpty() || names.equals(List.of(""))) {
      throw new Misuse(
          "--policies: expected at least one of %s, found none"
              .formatted(String.join(", ", Policies.names())));
    }
    if (new HashSet<>(names).size() < names.size()) {
      throw new Misuse("--policies: expected each once, found " + String.join(",", names));
    }
    return names.stream().map(name -> new NamedPolicy(name, policy(name))).toList();
  }

  private Policy policy(String name) {
    Policy policy;
    try {
      policy = Policies.named(name, ingredients());
    } catch (IllegalArgumentException e) {
      String hint = name.equals("few-to-many") ? " (--table TABLE)" : "";
      throw new Misuse("--policies: " + e.getMessage() + hint, e);
    }
    if (policy.maxDegree() > demand.maxDegree()) {
      throw new Misuse(
          "--policies: expected at most the degree %d that %s has measured, found %s, which goes to %d"
              .formatted(demand.maxDegree(), profileFile, name, policy.maxDegree()));
    }
    return policy;
  }

  /**
   * All that can be made of profile and table and know nothing of a request beforehand: those
   * without a number, and each fixed degree. Few-to-Many's other forms, one of them with another
   * service's table, are left out, and so are policies that take threads away: they take long to
   * simulate.
   */
  public List<NamedPolicy> all() {
    var names = new ArrayList<>(List.of("sequential"));
    IntStream.rangeClosed(2, demand.maxDegree()).forEach(degree -> names.add("fixed-" + degree));
    Policies.names().stream().filter(name -> !names.contains(name)).forEach(names::add);
    return names.stream()
        .filter(Policies::isKnown)
        .flatMap(name -> made(name).map(policy -> new NamedPolicy(name, policy)).stream())
        .toList();
  }

  private Optional<Policy> made(String name) {
    if (Policies.needs(name).contains(Policies.Need.PREDICTIONS)) {
      return Optional.empty();
    }
    try {
      return Optional.of(Policies.named(name, ingredients()))
          .filter(policy -> policy.maxDegree() <= demand.maxDegree() && !policy.isMalleable())
          .filter(policy -> !(policy instanceof FewToMany) || name.equals("few-to-many"));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }
}
