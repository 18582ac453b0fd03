package org.curtail.automatic.choose;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.curtail.Profile;
import org.curtail.policies.Policies;

/**
 * All candidates for a profile, simpler ones first. The first of two equally good ones is chosen.
 * Immutable.
 *
 * @param all candidates with distinct names, at least one; the first is the baseline
 */
public record Candidates(List<Candidate> all) {
  /** Weights of age in percent, for the form of {@code tail-index} with such a weight. */
  private static final List<Integer> AGE_WEIGHTS_PERCENT = List.of(10, 100, 400);

  public Candidates {
    all = List.copyOf(all);
    if (all.isEmpty()) {
      throw new IllegalArgumentException("there must be a baseline");
    }
    if (all.stream().map(Candidate::name).distinct().count() < all.size()) {
      throw new IllegalArgumentException(
          "candidates need different names: " + all.stream().map(Candidate::name).toList());
    }
  }

  /**
   * Returns all candidates for a profile, or the baseline and the simplest other one for a quick
   * effort.
   *
   * <p>No candidate queues: if requests outnumber the cores, they take turns or are ranked by the
   * work done. So no request keeps its thread to the end while others wait.
   */
  public static Candidates of(JudgeSetting setting) {
    var names = new ArrayList<String>();
    names.add(baselineName(setting.goal()));
    List<String> parallel = parallelNames(setting);
    names.addAll(setting.effort().isWhole() ? parallel : parallel.subList(0, 1));
    return new Candidates(
        names.stream()
            .map(name ->
                Candidate.named(
                    name, setting.profile(), Optional.empty(), setting.goal().threads()))
            .toList());
  }

  /**
   * Returns the baseline, which serves first and which all others are compared with. It gives each
   * request one thread, and requests share the cores. It is {@code sequential}, or {@code
   * processor-sharing} with a limit on threads.
   */
  public static Candidate baseline(Profile profile, Goal goal) {
    return Candidate.named(baselineName(goal), profile, Optional.empty(), goal.threads());
  }

  /** Returns the first of {@link #all}. */
  public Candidate baseline() {
    return all.getFirst();
  }

  private static String baselineName(Goal goal) {
    return goal.threads().isPresent() ? "processor-sharing" : "sequential";
  }

  /** Returns registry names, simpler policies first. */
  private static List<String> parallelNames(JudgeSetting setting) {
    Profile profile = setting.profile();
    var names = new ArrayList<String>();
    names.add("tail-index-sharing");
    AGE_WEIGHTS_PERCENT.forEach(percent -> names.add("tail-index-gittins-" + percent));
    if (setting.predictions().isPresent()) {
      names.add("tail-index-predicted" + Policies.SHARING);
      names.add("tail-index-short-first" + Policies.SHARING);
    }
    int most = Math.min(profile.maxDegree(), setting.machine().cores());
    for (int degree = 2; degree < most; degree *= 2) {
      names.add("fixed-" + degree + Policies.SHARING);
    }
    if (most > 1) {
      names.add("fixed-" + most + Policies.SHARING);
    }
    names.add("least-attained");
    return names;
  }
}
