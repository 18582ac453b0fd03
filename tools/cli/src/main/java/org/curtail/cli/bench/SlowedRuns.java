package org.curtail.cli.bench;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.curtail.Profile;
import org.curtail.benchkit.emulate.ClassPolicies;
import org.curtail.benchkit.emulate.ClassUse;
import org.curtail.benchkit.emulate.EmulatedClasses;
import org.curtail.benchkit.emulate.EmulatedPolicy;
import org.curtail.benchkit.openloop.Block;
import org.curtail.benchkit.results.Run;
import org.curtail.benchkit.search.Workload;
import org.curtail.energy.EnergyResult;
import org.curtail.energy.EnergySimulation;
import org.curtail.sim.Trace;
import org.curtail.speed.SpeedPolicy;

/**
 * Policies of speeds on workers, some of them slow. Each block has a simulation of the same
 * requests, with times of the block's capacity probe. For one thread.
 */
final class SlowedRuns {
  /** Least time of a request. */
  private static final double LEAST_MS = 1e-6;

  private final EmulatedClasses classes;
  private final int requestsPerBlock;
  private final long seed;
  private final Map<String, SlowedContender> contenders = new LinkedHashMap<>();
  private final Map<String, SpeedPolicy> policies = new HashMap<>();

  /** Blocks of the current group, by policy. */
  private final Map<String, ClassUse> group = new HashMap<>();

  /** Counted groups, by load, then by policy. */
  private final Map<Double, Map<String, List<ClassUse>>> uses = new HashMap<>();

  SlowedRuns(EmulatedClasses classes, int requestsPerBlock, long seed) {
    this.classes = classes;
    this.requestsPerBlock = requestsPerBlock;
    this.seed = seed;
  }

  /** Makes and starts a policy. */
  Contender start(String name, Workload workload) {
    SpeedPolicy policy =
        ClassPolicies.withoutProfile(classes.machine()).named(name).speeds().orElseThrow();
    var contender =
        new SlowedContender(name, classes.machine(), policy, workload, requestsPerBlock);
    policies.put(name, policy);
    contenders.put(name, contender);
    return contender;
  }

  /** Requests per second of all workers, from those of cores at full speed. */
  double capacity(double requestsPerSecond, int cores) {
    return requestsPerSecond * classes.machine().mostProgress() / cores;
  }

  /** Stores a block that a policy has served. */
  void served(String name, LiveSeries series, Block block) {
    double[][] timesMs = new double[series.serialMs().length][1];
    for (int i = 0; i < timesMs.length; i++) {
      timesMs[i][0] = Math.max(LEAST_MS, series.serialMs()[i]);
    }
    double[] arrivalsMs = new double[timesMs.length];
    for (int i = 0; i < arrivalsMs.length; i++) {
      arrivalsMs[i] = series.dueNanos()[i] / 1e6;
    }
    var trace = Trace.of(arrivalsMs, IntStream.range(0, timesMs.length).toArray());
    EnergyResult simulated =
        new EnergySimulation(Profile.of("the capacity probe", timesMs), classes.machine())
            .run(requireNonNull(policies.get(name)), trace);
    SlowedContender contender = requireNonNull(contenders.get(name));
    group.put(
        name,
        new ClassUse(
            block.latencyMs(),
            IntStream.range(series.ramp(), trace.size() - series.ramp())
                .mapToDouble(i -> simulated.latencyNanos(i) / 1e6)
                .toArray(),
            trace.size(),
            contender.account(block.wallMs()),
            simulated.account(),
            contender.held()));
  }

  /** Counts the blocks of the current group. */
  void keep(double load) {
    Map<String, List<ClassUse>> atLoad = uses.computeIfAbsent(load, it -> new HashMap<>());
    group.forEach((name, use) -> atLoad.computeIfAbsent(name, it -> new ArrayList<>()).add(use));
    group.clear();
  }

  /** Adds the use of each class to the runs. */
  List<Run> with(List<Run> runs) {
    return runs.stream().map(this::with).toList();
  }

  private Run with(Run run) {
    Map<String, List<ClassUse>> atLoad = uses.getOrDefault(run.load(), Map.of());
    List<ClassUse> own = atLoad.getOrDefault(run.policy(), List.of());
    if (own.isEmpty()) {
      return run;
    }
    List<ClassUse> allFast =
        run.policy().equals(EmulatedPolicy.ALL_FAST)
            ? List.of()
            : atLoad.getOrDefault(EmulatedPolicy.ALL_FAST, List.of());
    return run.with(ClassUse.figures(own, allFast, classes, seed));
  }
}
