package org.curtail.automatic;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.curtail.IntervalTable;
import org.curtail.Profile;

/**
 * All that may be chosen for a profile, the simpler first: of two that are equally good, the first
 * is taken. Immutable.
 *
 * @param all at least one, each with another name; the first is the safe one
 */
public record Candidates(List<Candidate> all) {
  /** Weights of age in percent, for the form of {@code tail-index} that has one. */
  private static final List<Integer> AGE_WEIGHTS_PERCENT = List.of(10, 100, 400);

  public Candidates {
    all = List.copyOf(all);
    if (all.isEmpty()) {
      throw new IllegalArgumentException("there must be a safe candidate");
    }
    if (all.stream().map(Candidate::name).distinct().count() < all.size()) {
      throw new IllegalArgumentException(
          "each candidate needs a name of its own: " + all.stream().map(Candidate::name).toList());
    }
  }

  /**
   * All for a profile; the safe one and the simplest other one if that is all that the effort
   * allows.
   *
   * @param table for {@code few-to-many}; empty to go without
   */
  public static Candidates of(JudgeSetting setting, Optional<IntervalTable> table) {
    var names = new ArrayList<String>();
    names.add(safeName(setting.goal()));
    List<String> parallel = parallelNames(setting, table.isPresent());
    names.addAll(setting.effort().isWhole() ? parallel : parallel.subList(0, 1));
    return new Candidates(
        names.stream()
            .map(name -> Candidate.named(name, setting.profile(), table, setting.goal().threads()))
            .toList());
  }

  /**
   * What serves while nothing is known, and what all others are compared with: one thread for each
   * request. Without a limit on threads that is {@code sequential}, as of a service with a thread
   * for each request; with one, requests take turns on the threads, {@code processor-sharing}, so
   * that none has to wait behind a long one.
   */
  public static Candidate safe(Profile profile, Goal goal) {
    return Candidate.named(safeName(goal), profile, Optional.empty(), goal.threads());
  }

  /** {@link #all}'s first. */
  public Candidate safe() {
    return all.getFirst();
  }

  private static String safeName(Goal goal) {
    return goal.threads().isPresent() ? "processor-sharing" : "sequential";
  }

  /** The simpler first; by the registry's names. */
  private static List<String> parallelNames(JudgeSetting setting, boolean hasTable) {
    Profile profile = setting.profile();
    var names = new ArrayList<String>();
    names.add("tail-index");
    names.add("tail-index-sharing");
    names.add("tail-index-malleable");
    names.add("tail-index-queueing");
    names.add("tail-index-patient-malleable");
    names.add("tail-index-patient");
    AGE_WEIGHTS_PERCENT.forEach(percent -> names.add("tail-index-gittins-" + percent));
    if (setting.predictions().isPresent()) {
      names.add("tail-index-predicted");
      names.add("tail-index-short-first");
    }
    int most = Math.min(profile.maxDegree(), setting.machine().cores());
    for (int degree = 2; degree < most; degree *= 2) {
      names.add("fixed-" + degree);
    }
    if (most > 1) {
      names.add("fixed-" + most);
      names.add("adaptive");
    }
    if (hasTable) {
      names.add("few-to-many");
    }
    names.add("least-attained");
    return names;
  }
}
