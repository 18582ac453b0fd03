package org.curtail.cli.simulation;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.curtail.IntervalTable;
import org.curtail.Policy;
import org.curtail.Profile;
import org.curtail.benchkit.policyruns.Contender;
import org.curtail.benchkit.terminal.OptionRules;
import org.curtail.benchkit.terminal.PolicyNames;
import org.curtail.benchkit.terminal.UsageError;
import org.curtail.policies.Policies;
import org.curtail.policies.Policies.Need;
import org.curtail.policy.Boosted;
import org.curtail.policy.FewToMany;
import org.curtail.tune.Tuner;
import org.jspecify.annotations.Nullable;

/**
 * Makes the policies of {@code --policies}.
 *
 * @param profile the demand
 * @param file file of the profile, for messages
 * @param table table for few-to-many, if there is one
 * @param boosting true if all policies boost
 * @param targetMs the target of tail-control if its name has none; null to tune it
 * @param foreknown the initial demand of automatic; empty for none
 */
public record Contenders(
    Profile profile,
    String file,
    Optional<IntervalTable> table,
    boolean boosting,
    @Nullable Double targetMs,
    Optional<Profile> foreknown) {
  private static final String TAIL_CONTROL = "tail-control";
  private static final int GREATEST_TARGET_MS = 9999;
  private static final Set<Need> FOREKNOWLEDGE = Set.of(Need.PREDICTIONS, Need.DEMAND);

  /**
   * The policies in the order of their names.
   *
   * @param policies null for the default ones
   * @throws UsageError if there is no policy, or if a policy is named twice, is unknown or cannot
   *     be made
   */
  public List<Contender> named(@Nullable List<String> policies) {
    List<String> names = policies == null ? byDefault() : policies;
    for (String name : names) {
      PolicyNames.requireKnown(name, Contenders::isKnown);
    }
    List<String> whole = names.stream().map(this::withTarget).toList();
    OptionRules.each("--policies", whole);
    return whole.stream().map(this::contender).toList();
  }

  /**
   * Returns all policies that need only profile and table, are the same at every rate, and have no
   * predictions. The result has policies without a number, and all fixed degrees. Some slow
   * policies are left out: other forms of Few-to-Many, and policies that take threads away except
   * {@code tail-index}.
   */
  public List<Contender.Fixed> all() {
    var names = new ArrayList<>(List.of("sequential"));
    IntStream.rangeClosed(2, profile.maxDegree()).forEach(degree -> names.add("fixed-" + degree));
    Policies.names().stream().filter(name -> !names.contains(name)).forEach(names::add);
    return names.stream()
        .filter(name ->
            Policies.isKnown(name)
                && !Tuner.isTunable(name)
                && Policies.needs(name).stream().noneMatch(FOREKNOWLEDGE::contains))
        .flatMap(name -> made(name).map(policy -> new Contender.Fixed(name, policy)).stream())
        .toList();
  }

  /** The names of policies that {@link #all} leaves out. */
  public List<String> leftOut() {
    Set<String> made = all().stream().map(Contender::name).collect(Collectors.toSet());
    return PolicyNames.listed().stream()
        .filter(name -> !name.equals("fixed-N") && !made.contains(name))
        .toList();
  }

  private Optional<Policy> made(String name) {
    try {
      return Optional.of(Policies.named(name, ingredients()))
          .filter(policy -> policy.maxDegree() <= profile.maxDegree())
          .filter(policy -> !policy.traits().isMalleable() || name.equals("tail-index"))
          .filter(policy -> !(policy instanceof FewToMany) || name.equals("few-to-many"));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  private Policies.Ingredients ingredients() {
    return new Policies.Ingredients(Optional.of(profile), table);
  }

  private List<String> byDefault() {
    var names = new ArrayList<>(List.of("sequential", "adaptive"));
    if (profile.maxDegree() > 1) {
      names.add(1, "fixed-2");
    }
    table.ifPresent(planned -> names.add("few-to-many"));
    names.add("tail-index");
    return names;
  }

  private static boolean isKnown(String name) {
    return Policies.isKnown(name) || Tuner.isTunable(name) || PolicyNames.isAutomatic(name);
  }

  private String withTarget(String name) {
    Double target = targetMs;
    if (target == null || !name.equals(TAIL_CONTROL)) {
      return name;
    }
    long wholeMs = Math.max(1, Math.round(target));
    if (wholeMs > GREATEST_TARGET_MS) {
      throw new UsageError(
          "--target-ms: expected at most %,d for tail-control, found %s"
              .formatted(GREATEST_TARGET_MS, target));
    }
    return TAIL_CONTROL + "-" + wholeMs;
  }

  private Contender contender(String name) {
    if (PolicyNames.isAutomatic(name)) {
      if (boosting) {
        throw new UsageError(
            "--boosting: the policies of %s do not boost; leave one of both out".formatted(name));
      }
      return Contender.Automatic.named(name, foreknown);
    }
    return Tuner.isTunable(name)
        ? new Contender.ToTune(name, this::policy)
        : new Contender.Fixed(name, policy(name));
  }

  private Policy policy(String name) {
    Policy policy;
    try {
      policy = Policies.named(name, ingredients());
    } catch (IllegalArgumentException e) {
      throw new UsageError("--policies: " + e.getMessage() + hint(name), e);
    }
    if (policy.maxDegree() > profile.maxDegree()) {
      throw new UsageError(
          "--policies: expected at most the degree %d that %s has measured, found %s, which has degrees up to %d"
              .formatted(profile.maxDegree(), file, name, policy.maxDegree()));
    }
    return boosting && !policy.traits().boosts() ? new Boosted(policy) : policy;
  }

  private String hint(String name) {
    return name.startsWith("few-to-many") && table.isEmpty() ? " (--table TABLE)" : "";
  }
}
