package org.curtail.papers.experiments;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import org.curtail.IntervalTable;
import org.curtail.Profile;
import org.curtail.benchkit.capacity.Capacity;
import org.curtail.benchkit.capacity.CapacitySearch;
import org.curtail.benchkit.capacity.PoissonTraces;
import org.curtail.benchkit.capacity.Precision;
import org.curtail.benchkit.capacity.SimulatedTail;
import org.curtail.benchkit.policyruns.Contender;
import org.curtail.plan.PlanGoal;
import org.curtail.plan.TablePlanner;
import org.curtail.policies.Policies;
import org.curtail.policy.Adaptive;
import org.curtail.sim.Machine;
import org.curtail.sim.Simulation;
import org.curtail.sim.StabilityBound;
import org.curtail.sim.SyntheticProfiles;

/**
 * Bing on 12 cores (Few-to-Many paper, section 7): no boosting, up to three threads a request, and
 * a target of 16 threads in all.
 *
 * <p>With a mean demand of 14 ms, twelve cores carry 840 requests/s. The paper's server carries far
 * fewer. So rates are matched by the number of busy threads. The paper gives it for one rate: at
 * 280 requests/s, Few-to-Many uses its target of 16 threads (Figure 12c). One factor converts all
 * other rates.
 */
final class FewToManyBing extends Experiment {
  static final String FEW_TO_MANY = "few-to-many";

  /** Fixed parallelism with protection against load, as in production. */
  static final String PRODUCTION = "protected-3";

  static final String TAIL_INDEX = "tail-index";

  static final String ADAPTIVE = "adaptive";

  static final double TARGET_MS = 120;

  /** Our requests per second for each request per second of the paper. */
  static final double RATE_FACTOR = 1.66;

  private static final List<Double> RATES_OF_PAPER =
      List.of(60.0, 100.0, 150.0, 180.0, 200.0, 230.0, 260.0, 280.0, 300.0);

  private static final int CORES = 12;
  private static final int PROFILED = 30_000;
  private static final int MAX_DEGREE = 3;
  private static final int TARGET_PARALLELISM = 16;

  private static final List<String> POLICIES =
      List.of(
          "sequential",
          FEW_TO_MANY,
          TAIL_INDEX,
          PRODUCTION,
          "fixed-3",
          ADAPTIVE,
          "tail-index-patient");

  /** Policies in the search for the largest load. */
  private static final List<String> CARRYING =
      List.of(ADAPTIVE, FEW_TO_MANY, TAIL_INDEX, PRODUCTION);

  private static final double RELATIVE_WIDTH = 0.02;
  private static final int FEWEST_TRACES = 5;

  /** Returns a rate of the paper's server as a rate of this simulation. */
  static double rate(double ofPaper) {
    return RATE_FACTOR * ofPaper;
  }

  FewToManyBing() {
    super(
        "few-to-many-bing",
        "Few-to-Many parallelism (Haque et al., ASPLOS 2015), Bing on 12 cores: Figure 12 and the servers that are saved");
  }

  @Override
  Findings run(ScenarioRunner runner) throws InterruptedException {
    Profile profile = SyntheticProfiles.bingLikeWithLateSpeedups(PROFILED);
    IntervalTable table =
        TablePlanner.plan(
            profile,
            new PlanGoal(
                CORES,
                TARGET_PARALLELISM,
                MAX_DEGREE,
                PlanGoal.degreesTo(MAX_DEGREE),
                99,
                1,
                TARGET_PARALLELISM));
    var scenario =
        new Scenario(
            "as in the paper",
            "ideal cores",
            profile,
            Machine.ofCores(CORES),
            named(POLICIES, profile, table),
            RATES_OF_PAPER.stream().map(FewToManyBing::rate).toList());
    var byAverage =
        new Scenario(
            "adaptive by the average speedup",
            "adaptive by the mean of the speedups and all other requests in the system, as in section 8; ideal cores",
            profile,
            scenario.machine(),
            List.of(byAverage(profile), named(List.of(FEW_TO_MANY), profile, table).getFirst()),
            scenario.rates());
    List<Measurements> measured = runner.measure(List.of(scenario, byAverage));
    return new Findings(
        measured.getFirst(),
        measured.subList(1, 2),
        FewToManyBingFigures.of(measured.getFirst()),
        FewToManyBingClaims.of(
            measured.getFirst(),
            capacities(runner, scenario, CARRYING),
            measured.getLast(),
            capacities(runner, byAverage, List.of(ADAPTIVE, FEW_TO_MANY))),
        table,
        settings());
  }

  private static Map<String, Capacity> capacities(
      ScenarioRunner runner, Scenario scenario, List<String> names) throws InterruptedException {
    var traces =
        new PoissonTraces(scenario.profile(), runner.requests(), runner.seeds().getFirst());
    List<Contender.Fixed> policies =
        scenario.policies().stream().filter(policy -> names.contains(policy.name())).toList();
    var precision =
        new Precision(
            RELATIVE_WIDTH, FEWEST_TRACES, Math.max(FEWEST_TRACES, 4 * runner.seeds().size()));
    var searches = new ArrayList<Callable<Capacity>>();
    for (Contender.Fixed policy : policies) {
      var simulation = new Simulation(scenario.profile(), scenario.machine());
      searches.add(() ->
          CapacitySearch.of(
              new SimulatedTail(simulation, policy.policy(), traces, 99),
              TARGET_MS,
              StabilityBound.perSecond(scenario.profile(), CORES),
              precision));
    }
    List<Capacity> found = runner.all(searches);
    var capacities = new LinkedHashMap<String, Capacity>();
    for (int i = 0; i < policies.size(); i++) {
      capacities.put(policies.get(i).name(), found.get(i));
    }
    return capacities;
  }

  private static List<Contender.Fixed> named(
      List<String> names, Profile profile, IntervalTable table) {
    var from = new Policies.Ingredients(Optional.of(profile), Optional.of(table));
    return names.stream()
        .map(name -> new Contender.Fixed(name, Policies.named(name, from)))
        .toList();
  }

  /**
   * Returns Adaptive by "the system load and the average speedup of the requests" (section 8): the
   * mean of the speedups instead of the speedup of the mean, and all other requests in the system.
   */
  private static Contender.Fixed byAverage(Profile profile) {
    List<Double> timesMs =
        IntStream.rangeClosed(1, MAX_DEGREE)
            .mapToObj(d -> (Double) (profile.meanMs(1) / profile.meanSpeedup(d, 0, 100)))
            .toList();
    return new Contender.Fixed(ADAPTIVE, new InSystem(new Adaptive(timesMs)));
  }

  private static Map<String, Object> settings() {
    var settings = new LinkedHashMap<String, Object>();
    settings.put(
        "few-to-many", "our table: the exact optimum of the paper's objective for this demand");
    settings.put(
        "rates",
        "%s of ours for each request/s of the paper, so that few-to-many uses 16 threads at the paper's 280"
            .formatted(RATE_FACTOR));
    settings.put(
        "demand", "synthetic, fitted to what the paper states; its own profile is not public");
    return settings;
  }
}
