package org.curtail.papers.experiments;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.ToDoubleBiFunction;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.curtail.Profile;
import org.curtail.benchkit.energyruns.ComparedPolicies;
import org.curtail.benchkit.energyruns.EnergySetting;
import org.curtail.benchkit.energyruns.PolicyTrial;
import org.curtail.benchkit.results.PaperFigure.Point;
import org.curtail.energy.SpeedOpponents;
import org.curtail.papers.experiments.SlowToFastMachines.Pair;
import org.curtail.sim.SyntheticProfiles;
import org.curtail.speed.SpeedMachine;
import org.curtail.speed.SpeedPolicy;

/**
 * Runs of the slow-to-fast experiment: policies on machines at rates, with each seed. A policy that
 * misses the target with any seed has no number, because energies are compared at one tail only.
 * Immutable.
 */
final class SlowToFastRuns {
  static final String PEGASUS = "Pegasus";
  static final String TAIL_FIRST = "tail first";
  static final String SLOW_TO_FAST = "slow to fast, best thresholds";
  static final String CONTROLLED = "slow to fast, controlled";
  static final String AS_PEGASUS = "slow to fast at the tail of Pegasus";
  static final double TARGET_MS = 1200;
  static final double PERCENTILE = 99;

  /** Rates, as shares of the capacity of the clocks' machine at its fastest. */
  static final List<Double> RATES =
      List.of(0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0, 1.1, 1.2, 1.3);

  /** Rates of the search for slow to fast at the tail of Pegasus; long traces take long. */
  static final List<Double> AS_PEGASUS_RATES = List.of(0.2, 0.4, 0.6);

  /** Fixed parts of the ten watts of a busy core. */
  static final List<Double> FIXED_WATTS = List.of(1.0, 2.0, 4.0, 6.0, 8.0, 9.0);

  /** Power of an idle core, with four of the ten watts fixed. */
  static final List<Double> IDLE_WATTS = List.of(0.0, 1.0, 2.0, 3.0, 4.0);

  static final String FIXED = "fixed watts";
  static final String IDLE = "idle watts";
  static final double FIXED_WITH_IDLE_WATTS = 4;
  static final double RACE_LOAD = 0.4;
  static final String RACE = "all-fast";
  static final String ONE_CLOCK = "one-clock";
  static final String SLOWEST = "slowest clock first, then the fastest";

  /** Highest load; above it queues grow during the whole run. */
  private static final double MOST_LOAD = 0.97;

  /** Factor on requests for controllers, which learn while they run. */
  static final int CONTROLLED_FACTOR = 5;

  private static final int PROFILE_REQUESTS = 2000;
  private static final int CAPACITY_STEPS = 10;

  private final Map<Key, List<Drawn>> runs;
  private final Map<String, List<Double>> capacities;

  /**
   * A policy on a machine.
   *
   * @param at share of {@link #RATES}, or watts
   */
  private record Key(String machine, String policy, double at) {}

  /** The result of a run; {@code hasTail} is true if the tail meets the target. */
  record Drawn(double tailMs, double joulesPerRequest, boolean hasTail) {
    private static Drawn of(PolicyTrial tried, double targetMs) {
      double tailMs = tried.tailMs(PERCENTILE);
      return new Drawn(tailMs, tried.joulesPerRequest(), tailMs <= targetMs);
    }
  }

  private SlowToFastRuns(Map<Key, List<Drawn>> runs, Map<String, List<Double>> capacities) {
    this.runs = runs;
    this.capacities = capacities;
  }

  /** Returns the demand of the Few-to-Many paper's Lucene, on one thread. */
  static Profile profile() {
    return Demand.PROFILE;
  }

  /** The profile, made at the first use. */
  private static final class Demand {
    static final Profile PROFILE = SyntheticProfiles.luceneLike(PROFILE_REQUESTS, 1);
  }

  /** Returns the rate of a share, in requests per second. */
  static double perSecond(Pair pair, double share) {
    return share * pair.clocks().mostProgress() * 1000 / profile().meanMs(1);
  }

  /** Returns the load of a share on one machine of a pair, as a share of its capacity. */
  private static double load(Pair pair, SpeedMachine machine, double share) {
    return share * pair.clocks().mostProgress() / machine.mostProgress();
  }

  static SlowToFastRuns measure(ScenarioRunner runner, List<Pair> pairs)
      throws InterruptedException {
    return new Measuring(runner).all(pairs);
  }

  /** Collects tasks and their results. */
  private static final class Measuring {
    private final ScenarioRunner runner;
    private final Profile profile = profile();
    private final List<Callable<Map<Key, Drawn>>> tasks = new ArrayList<>();

    Measuring(ScenarioRunner runner) {
      this.runner = runner;
    }

    SlowToFastRuns all(List<Pair> pairs) throws InterruptedException {
      for (Pair pair : pairs) {
        machine(pair, pair.clocksName(), pair.clocks());
        machine(pair, pair.coresName(), pair.cores());
      }
      for (double watts : FIXED_WATTS) {
        race(FIXED, watts, SlowToFastMachines.serverWith(watts, 1));
      }
      for (double watts : IDLE_WATTS) {
        race(IDLE, watts, SlowToFastMachines.serverWith(FIXED_WITH_IDLE_WATTS, watts));
      }
      List<Callable<Double>> searches = new ArrayList<>();
      var names = new LinkedHashMap<String, SpeedMachine>();
      for (Pair pair : pairs) {
        names.put(pair.clocksName(), pair.clocks());
        names.put(pair.coresName(), pair.cores());
      }
      for (SpeedMachine machine : names.values()) {
        for (long seed : runner.seeds()) {
          searches.add(() -> capacity(machine, seed));
        }
      }
      var runs = new HashMap<Key, List<Drawn>>();
      for (Map<Key, Drawn> some : runner.all(tasks)) {
        some.forEach((key, drawn) -> runs.computeIfAbsent(key, it -> new ArrayList<>()).add(drawn));
      }
      List<Double> found = runner.all(searches);
      int repeats = runner.seeds().size();
      var capacities = new HashMap<String, List<Double>>();
      int next = 0;
      for (String name : names.keySet()) {
        capacities.put(name, found.subList(next, next + repeats));
        next += repeats;
      }
      return new SlowToFastRuns(runs, capacities);
    }

    private void machine(Pair pair, String name, SpeedMachine machine) {
      for (double share : RATES) {
        double load = load(pair, machine, share);
        if (load > MOST_LOAD) {
          continue;
        }
        for (long seed : runner.seeds()) {
          tasks.add(() -> {
            ComparedPolicies opponents = opponents(machine, load, seed, TARGET_MS, 1);
            return Map.of(
                new Key(name, TAIL_FIRST, share),
                Drawn.of(opponents.fixed(SpeedOpponents.tailFirst()), TARGET_MS),
                new Key(name, SLOW_TO_FAST, share),
                Drawn.of(opponents.slowToFast(), TARGET_MS));
          });
          tasks.add(() ->
              Map.of(
                  new Key(name, CONTROLLED, share),
                  Drawn.of(
                      opponents(machine, load, seed, TARGET_MS, CONTROLLED_FACTOR).controlled(),
                      TARGET_MS)));
          if (machine.kind() == SpeedMachine.Kind.CLOCKS) {
            tasks.add(() -> pegasus(name, machine, share, load, seed));
          }
        }
      }
    }

    /** Runs Pegasus, and the thresholds with the least energy at its tail. */
    private Map<Key, Drawn> pegasus(
        String name, SpeedMachine machine, double share, double load, long seed) {
      Drawn pegasus =
          Drawn.of(
              opponents(machine, load, seed, TARGET_MS, CONTROLLED_FACTOR).pegasus(), TARGET_MS);
      if (!AS_PEGASUS_RATES.contains(share)) {
        return Map.of(new Key(name, PEGASUS, share), pegasus);
      }
      Drawn same =
          Drawn.of(
              opponents(machine, load, seed, pegasus.tailMs(), CONTROLLED_FACTOR).slowToFast(),
              pegasus.tailMs());
      return Map.of(
          new Key(name, PEGASUS, share),
          pegasus,
          new Key(name, AS_PEGASUS, share),
          new Drawn(same.tailMs(), same.joulesPerRequest(), same.hasTail() && pegasus.hasTail()));
    }

    private void race(String name, double watts, SpeedMachine machine) {
      for (long seed : runner.seeds()) {
        tasks.add(() -> {
          ComparedPolicies opponents = opponents(machine, RACE_LOAD, seed, TARGET_MS, 1);
          return Map.of(
              new Key(name, RACE, watts),
              Drawn.of(opponents.fixed(SpeedPolicy.allFast(machine)), TARGET_MS),
              new Key(name, ONE_CLOCK, watts),
              Drawn.of(opponents.oneClock(), TARGET_MS),
              new Key(name, SLOWEST, watts),
              Drawn.of(opponents.slowestFirst(), TARGET_MS),
              new Key(name, SLOW_TO_FAST, watts),
              Drawn.of(opponents.slowToFast(), TARGET_MS));
        });
      }
    }

    /** Returns the greatest load with a tail of at most the target, in requests/s. */
    private double capacity(SpeedMachine machine, long seed) {
      double met = 0;
      double missed = 1;
      for (int step = 0; step < CAPACITY_STEPS; step++) {
        double middle = (met + missed) / 2;
        PolicyTrial tried =
            opponents(machine, middle, seed, TARGET_MS, 1).fixed(SpeedOpponents.tailFirst());
        if (tried.tailMs(PERCENTILE) <= TARGET_MS) {
          met = middle;
        } else {
          missed = middle;
        }
      }
      return met * machine.mostProgress() * 1000 / profile.meanMs(1);
    }

    private ComparedPolicies opponents(
        SpeedMachine machine, double load, long seed, double targetMs, int factor) {
      return new ComparedPolicies(
          new EnergySetting(
              profile,
              machine,
              List.of(load),
              0,
              PERCENTILE,
              targetMs,
              factor * runner.requests(),
              1,
              seed),
          load);
    }
  }

  private List<Drawn> runs(String machine, String policy, double at) {
    return runs.getOrDefault(new Key(machine, policy, at), List.of());
  }

  /** Returns true if a policy meets the target with each seed. */
  boolean hasTail(String machine, String policy, double at) {
    List<Drawn> found = runs(machine, policy, at);
    return !found.isEmpty() && found.stream().allMatch(Drawn::hasTail);
  }

  /** Returns a number of two policies on the same requests; empty if one misses the target. */
  Optional<Estimate> of(
      String machine,
      String policy,
      String otherMachine,
      String other,
      double at,
      ToDoubleBiFunction<Drawn, Drawn> number) {
    if (!hasTail(machine, policy, at) || !hasTail(otherMachine, other, at)) {
      return Optional.empty();
    }
    List<Drawn> mine = runs(machine, policy, at);
    List<Drawn> theirs = runs(otherMachine, other, at);
    return Optional.of(
        Estimate.of(
            IntStream.range(0, mine.size())
                .mapToObj(i -> (Double) number.applyAsDouble(mine.get(i), theirs.get(i)))
                .toList()));
  }

  /** Returns the saving of one policy over another in percent; empty if one misses the target. */
  Optional<Estimate> percentLess(
      String machine, String policy, String otherMachine, String other, double at) {
    return of(
        machine,
        policy,
        otherMachine,
        other,
        at,
        (mine, theirs) -> 100 * (1 - mine.joulesPerRequest() / theirs.joulesPerRequest()));
  }

  /** Returns the additional capacity of one machine at the target, in percent, by seed. */
  Estimate percentMoreCapacity(Pair pair) {
    List<Double> cores = capacities(pair.coresName());
    List<Double> clocks = capacities(pair.clocksName());
    return Estimate.of(
        IntStream.range(0, cores.size())
            .mapToObj(i -> (Double) (100 * (cores.get(i) / clocks.get(i) - 1)))
            .toList());
  }

  private List<Double> capacities(String machine) {
    List<Double> found = capacities.get(machine);
    if (found == null) {
      throw new IllegalArgumentException("not measured: " + machine);
    }
    return found;
  }

  /** Returns a point of a curve, with any tail; empty if it was not measured. */
  Optional<Point> point(
      double x, String machine, String policy, double at, ToDoubleFunction<Drawn> number) {
    List<Drawn> found = runs(machine, policy, at);
    if (found.isEmpty()) {
      return Optional.empty();
    }
    Estimate y = Estimate.of(found.stream().map(it -> (Double) number.applyAsDouble(it)).toList());
    return Optional.of(new Point(x, y.mean(), y.low(), y.high()));
  }
}
