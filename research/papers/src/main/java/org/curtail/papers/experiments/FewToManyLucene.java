package org.curtail.papers.experiments;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.curtail.IntervalTable;
import org.curtail.Profile;
import org.curtail.benchkit.policyruns.Contender;
import org.curtail.plan.PlanGoal;
import org.curtail.plan.TablePlanner;
import org.curtail.policies.Policies;
import org.curtail.sim.Costs;
import org.curtail.sim.Machine;
import org.curtail.sim.SyntheticProfiles;

/**
 * Lucene on 15 cores (Few-to-Many paper, sections 3 and 6). Lucene's profile is not public; {@link
 * SyntheticProfiles#luceneLike} is fitted to the statements of the paper. Other fits are simulated
 * too.
 */
final class FewToManyLucene extends Experiment {
  /** The paper's Few-to-Many: its Table 2, with boosting. */
  static final String PUBLISHED = "few-to-many-published+boosting";

  /** Few-to-Many with the optimal table for the profile, with boosting. */
  static final String PLANNED = "few-to-many+boosting";

  static final String UNBOOSTED = "few-to-many-published";
  static final String CLAIRVOYANT = "clairvoyant-225";
  static final String TAIL_INDEX = "tail-index";
  static final String PATIENT = "tail-index-patient";

  /** Rates of the paper, and higher rates. */
  static final List<Double> RATES =
      List.of(30.0, 31.0, 33.0, 36.0, 38.0, 40.0, 42.0, 43.0, 45.0, 46.0, 47.0, 48.0, 51.0, 54.0);

  /** The highest rate in the paper's figures. */
  static final double GREATEST_OF_PAPER = 48;

  private static final int CORES = 15;
  private static final int PROFILED = 10_000;
  private static final int MAX_DEGREE = 4;

  /** Rates of the bursts: high, low, high, low. */
  private static final List<Double> BURSTS = List.of(45.0, 30.0, 45.0, 30.0);

  private static final List<String> POLICIES =
      List.of(
          "sequential",
          PUBLISHED,
          TAIL_INDEX,
          "fixed-2",
          "fixed-4",
          "adaptive",
          CLAIRVOYANT,
          PLANNED,
          "fixed-3",
          "interval-20",
          "interval-100",
          "interval-500",
          "fixed-3+boosting",
          UNBOOSTED,
          "few-to-many",
          PATIENT,
          "tail-index-predicted",
          "edf-300");

  private static final List<String> CONTENDERS =
      List.of(
          "sequential",
          PUBLISHED,
          TAIL_INDEX,
          PATIENT,
          "fixed-2",
          "adaptive",
          CLAIRVOYANT,
          PLANNED);

  private static final List<Double> FEW_RATES = List.of(30.0, 36.0, 40.0, 43.0, 48.0);
  private static final List<Double> COST_RATES = List.of(36.0, 40.0, 43.0, 45.0, 48.0, 51.0, 54.0);

  private static final Costs COSTS = new Costs(20_000, 2_000_000);

  /** Another demand that agrees with the paper's statements. */
  private record Stress(String name, String what, Profile profile) {}

  FewToManyLucene() {
    super(
        "few-to-many-lucene",
        "Few-to-Many parallelism (Haque et al., ASPLOS 2015), Lucene on 15 cores: Figures 3, 4, 8, 9, 10 and 11");
  }

  @Override
  Findings run(ScenarioRunner runner) throws InterruptedException {
    Profile profile = SyntheticProfiles.luceneLike(PROFILED, MAX_DEGREE);
    List<Stress> stresses = stresses();
    List<IntervalTable> tables =
        runner.all(
            Stream.concat(Stream.of(profile), stresses.stream().map(Stress::profile))
                .<Callable<IntervalTable>>map(demand -> () -> plan(demand))
                .toList());
    IntervalTable table = tables.getFirst();
    List<Measurements> measured = runner.measure(scenarios(profile, stresses, tables));
    LoadBursts bursts =
        LoadBursts.measure(
            runner,
            profile,
            Machine.ofCores(CORES),
            named(
                List.of("sequential", "fixed-2", "fixed-4", PUBLISHED, TAIL_INDEX), profile, table),
            BURSTS);
    List<Measurements> variants = measured.subList(1, measured.size());
    return new Findings(
        measured.getFirst(),
        variants,
        FewToManyLuceneFigures.of(measured.getFirst(), variants, bursts),
        FewToManyLuceneClaims.of(measured.getFirst(), variants, bursts),
        table,
        settings());
  }

  private static List<Stress> stresses() {
    return List.of(
        new Stress(
            "heavy tail",
            "demand log-normal with the same median and mode, up to 1.5 s",
            SyntheticProfiles.heavy(PROFILED, MAX_DEGREE)),
        new Stress(
            "noisy speedups",
            "speedups of requests of the same demand differ",
            SyntheticProfiles.luceneLikeNoisy(PROFILED, MAX_DEGREE, 1)),
        new Stress(
            "weak speedups",
            "speedups up to 1.93, 2.55 and 3",
            SyntheticProfiles.luceneLikeWeak(PROFILED, MAX_DEGREE)),
        new Stress(
            "constant speedups",
            "speedups 1.9, 2.6 and 3.1 for short requests too",
            SyntheticProfiles.luceneLikeConstant(PROFILED, MAX_DEGREE)));
  }

  /**
   * Returns the scenarios: as in the paper, with costs, and one for each other demand. The first
   * table is for the paper's demand, the others follow in order.
   */
  private static List<Scenario> scenarios(
      Profile profile, List<Stress> stresses, List<IntervalTable> tables) {
    IntervalTable table = tables.getFirst();
    var scenarios = new ArrayList<Scenario>();
    scenarios.add(
        new Scenario(
            "as in the paper",
            "ideal cores",
            profile,
            Machine.ofCores(CORES),
            named(POLICIES, profile, table),
            RATES));
    scenarios.add(
        new Scenario(
            "with costs",
            "a thread computes 20 µs after it was given to a request, requests grow at borders of chunks of 2 ms",
            profile,
            new Machine(CORES, COSTS),
            named(CONTENDERS, profile, table),
            COST_RATES));
    for (int i = 0; i < stresses.size(); i++) {
      Stress stress = stresses.get(i);
      scenarios.add(
          new Scenario(
              stress.name(),
              stress.what(),
              stress.profile(),
              Machine.ofCores(CORES),
              named(CONTENDERS, stress.profile(), tables.get(i + 1)),
              FEW_RATES));
    }
    return scenarios;
  }

  private static IntervalTable plan(Profile profile) {
    return TablePlanner.plan(
        profile, new PlanGoal(CORES, 24, MAX_DEGREE, PlanGoal.degreesTo(MAX_DEGREE), 99, 5, 24));
  }

  /** Returns the policies of the registry with these names, in this order. */
  private static List<Contender.Fixed> named(
      List<String> names, Profile profile, IntervalTable table) {
    var from = new Policies.Ingredients(Optional.of(profile), Optional.of(table));
    return names.stream()
        .filter(Policies::isKnown)
        .map(name -> new Contender.Fixed(name, Policies.named(name, from)))
        .toList();
  }

  private static Map<String, Object> settings() {
    var settings = new LinkedHashMap<String, Object>();
    settings.put("FM, Table 2", PUBLISHED + ": the interval table that the paper prints");
    settings.put(
        "FM, our table", PLANNED + ": the exact optimum of the paper's objective for this demand");
    settings.put("FM, not boosted", UNBOOSTED);
    settings.put(
        "demand", "synthetic, fitted to what the paper states; its own profile is not public");
    return settings;
  }
}
