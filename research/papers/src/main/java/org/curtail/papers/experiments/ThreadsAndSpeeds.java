package org.curtail.papers.experiments;

import static org.curtail.papers.experiments.SlowToFastRuns.PERCENTILE;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.Callable;
import java.util.function.DoubleFunction;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.curtail.Profile;
import org.curtail.benchkit.energyruns.ThresholdSearch;
import org.curtail.energy.EnergyResult;
import org.curtail.energy.EnergySimulation;
import org.curtail.energy.LeastEnergy;
import org.curtail.energy.LeastEnergyOfThreads;
import org.curtail.energy.ThreadSpeedSchedule;
import org.curtail.sim.PoissonArrivals;
import org.curtail.sim.SyntheticProfiles;
import org.curtail.sim.Trace;
import org.curtail.sim.Traces;
import org.curtail.speed.SlowToFast;
import org.curtail.speed.SpeedClass;
import org.curtail.speed.SpeedMachine;
import org.curtail.speed.SpeedPolicy;

/**
 * Few to many and slow to fast on one machine with one budget of power. The policies are threads by
 * age, speeds by age, and both by one index. Each policy has the longest deadline with a tail under
 * the target. No paper has measured this. Immutable.
 */
final class ThreadsAndSpeeds {
  static final String SPEEDS = "slow to fast, one thread";
  static final String THREADS = "few to many, all fast";
  static final String BOTH = "few to many and slow to fast";
  static final List<Double> TARGETS_MS = List.of(1200.0, 600.0);
  static final List<Double> LOADS = List.of(0.2, 0.4, 0.6);

  private static final int MAX_DEGREE = 4;
  private static final int PROFILE_REQUESTS = 2000;

  private final Map<Key, List<Drawn>> runs;

  /** The measurements of all policies. */
  record Key(String machine, double targetMs, double load) {}

  /**
   * The measurements of one seed.
   *
   * @param joules energy by policy, for policies that meet the target
   * @param pace least energy of one schedule of threads and speeds, for lone requests
   * @param clairvoyant least energy of all policies
   */
  record Drawn(Map<String, Double> joules, double pace, double clairvoyant) {}

  private ThreadsAndSpeeds(Map<Key, List<Drawn>> runs) {
    this.runs = runs;
  }

  private static Profile profile() {
    return SyntheticProfiles.luceneLike(PROFILE_REQUESTS, MAX_DEGREE);
  }

  static ThreadsAndSpeeds measure(ScenarioRunner runner, Map<String, SpeedMachine> machines)
      throws InterruptedException {
    Profile profile = profile();
    var keys = new ArrayList<Key>();
    var tasks = new ArrayList<Callable<Drawn>>();
    machines.forEach((name, machine) -> {
      for (double targetMs : TARGETS_MS) {
        for (double load : LOADS) {
          keys.add(new Key(name, targetMs, load));
          for (long seed : runner.seeds()) {
            tasks.add(
                () -> new OneTrace(profile, machine, targetMs).run(load, runner.requests(), seed));
          }
        }
      }
    });
    List<Drawn> done = runner.all(tasks);
    int repeats = runner.seeds().size();
    var runs = new LinkedHashMap<Key, List<Drawn>>();
    for (int i = 0; i < keys.size(); i++) {
      runs.put(keys.get(i), List.copyOf(done.subList(i * repeats, (i + 1) * repeats)));
    }
    return new ThreadsAndSpeeds(runs);
  }

  /** Runs all policies on the same requests. */
  private record OneTrace(Profile profile, SpeedMachine machine, double targetMs) {
    Drawn run(double load, int requests, long seed) {
      double perSecond = load * machine.mostProgress() * 1000 / profile.meanMs(1);
      Trace trace = Traces.draw(new PoissonArrivals(perSecond), profile, requests, seed);
      var joules = new LinkedHashMap<String, Double>();
      LeastEnergyOfThreads one = LeastEnergyOfThreads.of(profile, machine, PERCENTILE, 1);
      LeastEnergyOfThreads fast =
          LeastEnergyOfThreads.of(profile, onlyFastest(), PERCENTILE, MAX_DEGREE);
      LeastEnergyOfThreads both = LeastEnergyOfThreads.of(profile, machine, PERCENTILE, MAX_DEGREE);
      best(one.shortestMs(), one::schedule, trace).ifPresent(it -> joules.put(SPEEDS, it));
      best(fast.shortestMs(), ms -> allFast(fast.schedule(ms)), trace)
          .ifPresent(it -> joules.put(THREADS, it));
      best(both.shortestMs(), both::schedule, trace).ifPresent(it -> joules.put(BOTH, it));
      Profile sample =
          profile.select(IntStream.range(0, trace.size()).map(trace::request).toArray());
      double idle = machine.idleWatts() * trace.arrivalMs(trace.size() - 1) / 1e3 / trace.size();
      return new Drawn(
          joules,
          idle + LeastEnergyOfThreads.of(sample, machine, PERCENTILE, MAX_DEGREE).joules(targetMs),
          idle + LeastEnergy.clairvoyantJoules(sample, machine, PERCENTILE, targetMs, MAX_DEGREE));
    }

    /** Returns the same cores at one clock, to find the gain of threads if all are fast. */
    private SpeedMachine onlyFastest() {
      return SpeedMachine.ofCores(
          new SpeedClass(
              "fastest",
              machine.cores(),
              machine.classes().getLast().speed(),
              machine.classes().getLast().busyWatts(),
              machine.classes().getFirst().idleWatts()));
    }

    private ThreadSpeedSchedule allFast(ThreadSpeedSchedule schedule) {
      return new ThreadSpeedSchedule(
          schedule.steps(),
          new SlowToFast(
              Collections.nCopies(machine.fastest(), 0L), SpeedPolicy.WhenFull.TAKES_ANY));
    }

    /** Returns the energy with the longest deadline with a tail under the target. */
    private Optional<Double> best(
        double shortestMs, DoubleFunction<ThreadSpeedSchedule> schedule, Trace trace) {
      OptionalDouble longest =
          ThresholdSearch.longestMs(
              shortestMs, ms -> run(schedule.apply(ms), trace).percentileMs(PERCENTILE), targetMs);
      return longest.isEmpty()
          ? Optional.empty()
          : Optional.of(run(schedule.apply(longest.getAsDouble()), trace).joulesPerRequest());
    }

    private EnergyResult run(ThreadSpeedSchedule schedule, Trace trace) {
      return new EnergySimulation(profile, machine).run(schedule, trace);
    }
  }

  List<Key> keys() {
    return List.copyOf(runs.keySet());
  }

  /** Returns true if a policy meets the target, with each seed. */
  boolean meets(Key key, String policy) {
    return drawn(key).stream().allMatch(run -> run.joules().containsKey(policy));
  }

  /**
   * Returns the saving of both together over one alone, in percent; empty if that one misses the
   * target.
   */
  Optional<Estimate> percentBelow(Key key, String alone) {
    List<Double> values = new ArrayList<>();
    for (Drawn run : drawn(key)) {
      Double both = run.joules().get(BOTH);
      Double other = run.joules().get(alone);
      if (both != null && other != null) {
        values.add(100 * (1 - both / other));
      }
    }
    return values.size() < drawn(key).size() ? Optional.empty() : Optional.of(Estimate.of(values));
  }

  /**
   * Returns the excess of both together over a limit, in percent; empty if they miss the target.
   */
  Optional<Estimate> percentAbove(Key key, ToDoubleFunction<Drawn> limit) {
    List<Double> values =
        drawn(key).stream()
            .filter(run -> run.joules().containsKey(BOTH))
            .map(run -> (Double) (100 * (run.joules().get(BOTH) / limit.applyAsDouble(run) - 1)))
            .toList();
    return values.size() < drawn(key).size() ? Optional.empty() : Optional.of(Estimate.of(values));
  }

  private List<Drawn> drawn(Key key) {
    List<Drawn> found = runs.get(key);
    if (found == null) {
      throw new IllegalArgumentException("not measured: " + key);
    }
    return found;
  }
}
