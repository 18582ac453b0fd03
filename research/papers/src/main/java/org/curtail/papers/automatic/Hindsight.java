package org.curtail.papers.automatic;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.IntStream;
import org.curtail.IntervalTable;
import org.curtail.Policy;
import org.curtail.Profile;
import org.curtail.automatic.choose.Goal;
import org.curtail.automatic.choose.JudgeSetting;
import org.curtail.benchkit.results.GridStatistic;
import org.curtail.plan.Binning;
import org.curtail.plan.Effort;
import org.curtail.plan.GoalAdvice;
import org.curtail.plan.PlanGoal;
import org.curtail.plan.TablePlanner;
import org.curtail.policies.Policies;
import org.curtail.policies.Policies.Ingredients;
import org.curtail.sim.Trace;

/**
 * The best policy of the registry in hindsight, with the true profile and for exactly these
 * requests. The best policy has the lowest p99 of all policies without harm in mean or p95.
 * Immutable.
 *
 * <p>There are three kinds of candidates. The first are policies without a number and without
 * predictions, made from a profile and a table for it. The second are all fixed degrees. The third
 * are forms of {@code tail-index-gittins} with some weights of age.
 *
 * @param policies policies by name, {@link #SEQUENTIAL} first
 */
record Hindsight(Map<String, Policy> policies) {
  /** The reference of all comparisons. */
  static final String SEQUENTIAL = "sequential";

  /** The usual choice of a user with a profile. */
  static final String USUAL = "tail-index";

  /** Multiple of sequential's mean or p95 above which there is harm. */
  static final double HARM = 1.03;

  private static final List<Integer> AGE_WEIGHTS_PERCENT = List.of(10, 30, 100, 400);

  /** Policies left out: equal to sequential on ideally shared cores, or forms of few-to-many. */
  private static final List<String> LEFT_OUT =
      List.of("processor-sharing", "few-to-many-literal", "few-to-many-published");

  private static final double PERCENTILE = 99;

  private static final int BINS = 200;
  private static final long LOOKS = 50_000_000;

  /**
   * Most degrees in a table: the planner's work grows with each degree, and more degrees do not
   * help the longest requests.
   */
  private static final int MOST_DEGREES = 6;

  private static final int MOST_LOADS = 128;

  Hindsight {
    policies = Collections.unmodifiableMap(new LinkedHashMap<>(policies));
  }

  /** Returns all policies for a service. */
  static Hindsight of(Profile profile, int cores) {
    // A plan is not random, so any seed is right.
    var setting = JudgeSetting.of(profile, cores, Goal.minimise(PERCENTILE), 1);
    var from = new Ingredients(Optional.of(profile), boundedTable(setting));
    var policies = new LinkedHashMap<String, Policy>();
    for (String name : names(Math.min(profile.maxDegree(), cores))) {
      made(name, from)
          .filter(policy -> policy.maxDegree() <= profile.maxDegree())
          .ifPresent(policy -> policies.put(name, policy));
    }
    return new Hindsight(policies);
  }

  /**
   * Returns a policy; empty if it needs a table and there is none, because only the first degree is
   * useful.
   */
  private static Optional<Policy> made(String name, Ingredients from) {
    try {
      return Optional.of(Policies.named(name, from));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  private static List<String> names(int maxDegree) {
    var names = new ArrayList<>(List.of(SEQUENTIAL, USUAL));
    Policies.names().stream()
        .filter(name -> !name.matches(".*-[A-Z](-[A-Z])*"))
        .filter(name -> !names.contains(name) && !LEFT_OUT.contains(name))
        .filter(name -> !Policies.needsPrediction(name))
        .forEach(names::add);
    IntStream.rangeClosed(2, maxDegree).forEach(degree -> names.add("fixed-" + degree));
    AGE_WEIGHTS_PERCENT.forEach(percent -> names.add("tail-index-gittins-" + percent));
    return names;
  }

  /** Returns a compared policy. */
  Policy policy(String name) {
    Policy policy = policies.get(name);
    if (policy == null) {
      throw new IllegalArgumentException("no such policy here: " + name);
    }
    return policy;
  }

  /**
   * Returns the best policy on the same requests.
   *
   * @param served runs by name of the policy, with {@link #SEQUENTIAL}
   * @param from first counted window
   */
  static String best(Windows windows, Map<String, List<Served>> served, int from) {
    return ranked(windows, served, from, HARM).getFirst();
  }

  /** Returns the candidates without harm, the lowest p99 first; sequential is among them. */
  private static List<String> ranked(
      Windows windows, Map<String, List<Served>> served, int from, double harm) {
    List<Served> sequential = runs(served, SEQUENTIAL);
    return served.keySet().stream()
        .filter(name -> isWithin(windows, runs(served, name), sequential, from, harm))
        .sorted(
            Comparator.comparingDouble(
                name -> windows.ms(GridStatistic.P99, runs(served, name), from, windows.count())))
        .toList();
  }

  private static List<Served> runs(Map<String, List<Served>> served, String name) {
    return Objects.requireNonNull(served.get(name), name);
  }

  private static boolean isWithin(
      Windows windows, List<Served> runs, List<Served> sequential, int from, double harm) {
    return List.of(GridStatistic.MEAN, GridStatistic.P95).stream()
        .allMatch(
            statistic -> windows.ratio(statistic, runs, sequential, from, windows.count()) <= harm);
  }

  /**
   * Chooses the candidates for a long run by a short run.
   *
   * @param finalists number of finalists
   * @return sequential, the usual choice, and the finalists
   */
  List<String> promising(Profile profile, int cores, Trace shortTrace, int finalists) {
    var windows = new Windows(shortTrace.size(), 10);
    var served = new LinkedHashMap<String, List<Served>>();
    policies.forEach(
        (name, policy) -> served.put(name, List.of(Served.by(policy, profile, cores, shortTrace))));
    var names = new ArrayList<>(List.of(SEQUENTIAL, USUAL));
    // The first tenth meets an empty service. A short run shows harm less exactly, so twice the
    // harm is allowed.
    ranked(windows, served, 1, 1 + 2 * (HARM - 1)).stream()
        .filter(name -> !names.contains(name))
        .limit(finalists)
        .forEach(names::add);
    return names;
  }

  /**
   * Returns a table for {@code few-to-many}, planned in at most about a second. The demand has few
   * bins, and the planner chooses degrees and threads. Rows without a proof are the best ones found
   * so far.
   *
   * <p>The result is empty if only the first degree is useful. An equal setting gives an equal
   * table.
   */
  static Optional<IntervalTable> boundedTable(JudgeSetting setting) {
    Profile profile = setting.profile();
    int cores = setting.machine().cores();
    Goal goal = setting.goal();
    int allowed =
        IntStream.of(profile.maxDegree(), cores, MOST_DEGREES, goal.threads().orElse(MOST_DEGREES))
            .min()
            .getAsInt();
    int degree = GoalAdvice.maxDegree(profile, PlanGoal.degreesTo(allowed)).value();
    if (degree == 1) {
      return Optional.empty();
    }
    int threads = GoalAdvice.targetParallelism(profile, cores, degree).value();
    Profile coarse = profile.requests() > BINS ? Binning.byDemand(profile, BINS) : profile;
    var degrees = PlanGoal.degreesTo(degree);
    return Optional.of(
        TablePlanner.plan(
            coarse,
            new PlanGoal(
                cores,
                threads,
                degree,
                degrees,
                goal.percentile(),
                TablePlanner.suggestStepMs(coarse, degrees),
                Math.min(threads, MOST_LOADS)),
            new Effort(LOOKS, share -> {})));
  }
}
