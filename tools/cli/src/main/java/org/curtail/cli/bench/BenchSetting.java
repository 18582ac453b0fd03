package org.curtail.cli.bench;

import java.util.List;
import java.util.Optional;
import org.curtail.IntervalTable;
import org.curtail.Profile;
import org.curtail.benchkit.emulate.EmulatedClasses;
import org.curtail.benchkit.files.NamedKnowledge;
import org.curtail.benchkit.steps.SteppedLoad;
import org.curtail.policies.Policies;

/**
 * The policies and the size of a bench.
 *
 * @param policies names, at least one, none twice
 * @param loads shares of the sequential capacity, more than 0; at least one, none if the load
 *     changes
 * @param changing rates over time; empty for constant loads
 * @param requestsPerBlock at least 20; ignored if the load changes
 * @param groups blocks per policy and load, at least 1; two give the first interval
 * @param cores cores to serve with, at least 1
 * @param seed of arrivals, order and resampling
 * @param boosting for policies that boost
 * @param profile for {@code adaptive} and for the bound
 * @param table for {@code few-to-many}
 * @param quality true to judge answers to queries in order of importance against those of
 *     sequential search
 * @param classes of the workers, some of them slow, for policies of speeds; empty for policies of
 *     threads
 * @param known initial knowledge of {@code automatic}, which must be one of the policies; empty for
 *     none
 */
public record BenchSetting(
    List<String> policies,
    List<Double> loads,
    Optional<SteppedLoad> changing,
    int requestsPerBlock,
    int groups,
    int cores,
    long seed,
    BoostKind boosting,
    Optional<Profile> profile,
    Optional<IntervalTable> table,
    boolean quality,
    Optional<EmulatedClasses> classes,
    Optional<NamedKnowledge> known) {
  /** Fewest requests of a block; fewer show no tail. */
  public static final int LEAST_REQUESTS_PER_BLOCK = 20;

  public BenchSetting {
    policies = List.copyOf(policies);
    loads = List.copyOf(loads);
    if (policies.isEmpty() || policies.stream().distinct().count() < policies.size()) {
      throw new IllegalArgumentException("expected policies, each once: " + policies);
    }
    if (loads.isEmpty() == changing.isEmpty() || loads.stream().distinct().count() < loads.size()) {
      throw new IllegalArgumentException("expected loads, each once: " + loads);
    }
    for (double load : loads) {
      if (!(load > 0 && load <= 2)) {
        throw new IllegalArgumentException(
            "a load is a share of capacity, more than 0 and at most 2: " + load);
      }
    }
    if (changing.isEmpty() && requestsPerBlock < LEAST_REQUESTS_PER_BLOCK) {
      throw new IllegalArgumentException(
          "a block needs at least %d requests: %d"
              .formatted(LEAST_REQUESTS_PER_BLOCK, requestsPerBlock));
    }
    if (groups < 1) {
      throw new IllegalArgumentException("groups must be at least 1: " + groups);
    }
    if (cores < 1) {
      throw new IllegalArgumentException("cores must be at least 1: " + cores);
    }
    if (known.isPresent() && policies.stream().noneMatch(Contenders::isAutomatic)) {
      throw new IllegalArgumentException("no policy can use the initial knowledge: " + policies);
    }
  }

  /** True if one of its policies boosts. */
  boolean boosts() {
    return classes.isEmpty()
        && policies.stream().anyMatch(name -> Contenders.boosts(name, ingredients()));
  }

  /** Duration of a changing load in seconds, for all policies, if every policy keeps up. */
  double seconds() {
    return changing.orElseThrow().steps().durationMs() / 1000 * groups * policies.size();
  }

  /** The inputs that its policies may need. */
  public Policies.Ingredients ingredients() {
    return new Policies.Ingredients(profile, table);
  }
}
