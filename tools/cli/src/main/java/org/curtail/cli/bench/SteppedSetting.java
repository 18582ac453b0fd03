package org.curtail.cli.bench;

import java.util.List;
import java.util.Optional;
import org.curtail.IntervalTable;
import org.curtail.Profile;
import org.curtail.benchkit.files.NamedKnowledge;
import org.curtail.benchkit.steps.SteppedLoad;
import org.curtail.policies.Policies;

/**
 * The policies and repeats of a bench with a changing load.
 *
 * @param load the rates over time
 * @param policies names, at least one, none twice
 * @param repeats series of arrivals, at least 1
 * @param cores cores to serve with, at least 1
 * @param seed of arrivals, queries, order and resampling
 * @param boosting for policies that boost
 * @param profile for policies that need one, and for the bound
 * @param table for {@code few-to-many}
 * @param quality true to judge the quality of answers to queries in order of importance
 * @param known initial knowledge of {@code automatic}, which must be one of the policies; empty for
 *     none
 */
public record SteppedSetting(
    SteppedLoad load,
    List<String> policies,
    int repeats,
    int cores,
    long seed,
    BoostKind boosting,
    Optional<Profile> profile,
    Optional<IntervalTable> table,
    boolean quality,
    Optional<NamedKnowledge> known) {
  private static final double MS_PER_SECOND = 1000;

  public SteppedSetting {
    policies = List.copyOf(policies);
    if (policies.isEmpty() || policies.stream().distinct().count() < policies.size()) {
      throw new IllegalArgumentException("expected policies, each once: " + policies);
    }
    if (repeats < 1 || cores < 1) {
      throw new IllegalArgumentException(
          "repeats and cores must be at least 1: %d, %d".formatted(repeats, cores));
    }
    if (known.isPresent() && policies.stream().noneMatch(Contenders::isAutomatic)) {
      throw new IllegalArgumentException("no policy can use the initial knowledge: " + policies);
    }
  }

  /** True if any of its policies boosts. */
  boolean boosts() {
    return policies.stream().anyMatch(name -> Contenders.boosts(name, ingredients()));
  }

  /** The inputs that its policies may need. */
  public Policies.Ingredients ingredients() {
    return new Policies.Ingredients(profile, table);
  }

  /** Duration of all repeats in seconds, if every policy keeps up. */
  double seconds() {
    return load.steps().durationMs() / MS_PER_SECOND * repeats * policies.size();
  }
}
