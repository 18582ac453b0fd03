package org.curtail.benchkit.emulate;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.function.IntToLongFunction;
import java.util.stream.IntStream;
import org.curtail.benchkit.openloop.Block;
import org.curtail.benchkit.openloop.SteppedSummary;
import org.curtail.benchkit.openloop.Summary;
import org.curtail.benchkit.policyruns.Rate;
import org.curtail.benchkit.results.Demand;
import org.curtail.benchkit.results.Emulated;
import org.curtail.benchkit.results.Interruption;
import org.curtail.benchkit.results.Noise;
import org.curtail.benchkit.results.Results;
import org.curtail.benchkit.results.Run;
import org.curtail.benchkit.results.Verdict;
import org.curtail.benchkit.steps.SteppedLoad;
import org.curtail.benchkit.terminal.Console;
import org.curtail.benchkit.terminal.StopSignal;
import org.curtail.benchkit.text.Numbers;
import org.curtail.benchkit.trust.NoiseMeter;
import org.curtail.energy.EnergyAccount;
import org.curtail.energy.EnergyResult;
import org.curtail.energy.EnergySimulation;
import org.curtail.sim.Costs;
import org.curtail.sim.Machine;
import org.curtail.sim.Predictor;
import org.curtail.sim.Simulation;
import org.curtail.sim.SimulationResult;
import org.curtail.sim.Trace;
import org.curtail.sim.Traces;
import org.curtail.speed.SpeedMachine;
import org.jspecify.annotations.Nullable;

/**
 * Serves a profile with the real engine on emulated cores, and compares it with the simulator.
 *
 * <p>A group has one trace for each rate. All policies serve the trace in turn, in shuffled order;
 * the simulator serves the same traces. With a steady load, the first and the last part of each
 * block do not count, as in {@link org.curtail.cli.bench.Bench}; with a changing load, all requests
 * count.
 */
public final class Emulation {
  private static final int WARM_UP_REQUESTS = 60;

  private final EmulationSetting setting;
  private final Console console;
  private final Random order;

  /** Automatic policies of the whole run, by name. */
  private final Map<String, AutomaticRun> automatic = new LinkedHashMap<>();

  /** Results by rate and by name of the policy. */
  private final Map<Rate, Map<String, PolicyBlocks>> pairs = new LinkedHashMap<>();

  public Emulation(EmulationSetting setting, Console console) {
    this.setting = setting;
    this.console = console;
    order = new Random(setting.seed());
    for (Rate rate : setting.rates()) {
      var byName = new LinkedHashMap<String, PolicyBlocks>();
      setting.policies().forEach(p -> byName.put(p.name(), new PolicyBlocks(p, rate)));
      pairs.put(rate, byName);
    }
  }

  /**
   * Runs all groups until the user stops the work.
   *
   * @param command command line that repeats the measurement
   * @param described first settings in the results
   * @throws org.curtail.benchkit.terminal.Interrupted if the user stopped the work before the first
   *     complete block
   */
  public Results run(String command, Map<String, Object> described) throws InterruptedException {
    console.say(
        "bench: %s emulated cores, %,d requests for each policy and rate, about %s"
            .formatted(
                Numbers.count(setting.cores()),
                setting.blocks() * setting.requestsPerBlock(),
                Numbers.duration(setting.seconds())));
    try {
      setting.policies().stream()
          .filter(EmulatedPolicy::isAutomatic)
          .map(EmulatedPolicy::name)
          .forEach(name -> automatic.put(name, new AutomaticRun(name, setting)));
      return measured(command, described);
    } finally {
      automatic.values().forEach(AutomaticRun::close);
    }
  }

  private Results measured(String command, Map<String, Object> described)
      throws InterruptedException {
    warmUp();
    long handOffNanos = HandOff.nanos();
    // The delay of a hand-off in the profile's time.
    var costs =
        new Costs(Math.round(handOffNanos / setting.scale()), Math.round(setting.chunkMs() * 1e6));
    try (var noise = new NoiseMeter()) {
      int finished = runGroups(new Machine(setting.cores(), costs));
      return results(command, described, finished, costs, noise);
    }
  }

  private void warmUp() throws InterruptedException {
    Rate rate = setting.rates().getLast();
    for (EmulatedPolicy policy : setting.policies()) {
      console.progress("bench: warming up " + policy.name());
      Trace trace =
          Traces.draw(rate.arrivals(), setting.profile(), WARM_UP_REQUESTS, setting.seed() - 1);
      Predictor predictor = predictor(policy, -1);
      block(policy, rate, trace, predictor, new WaitMeter()).run();
      if (policy.isAutomatic()) {
        // The simulator learns from the same inputs as the engine.
        simulatedMs(policy, rate, trace, predictor, new Machine(setting.cores(), Costs.NONE));
      }
      StopSignal.check("stopped while warming up; no results were written");
    }
  }

  private Trace trace(Rate rate, int group) {
    long seed = setting.seed() + group;
    return setting
        .changing()
        .map(load -> load.steps().trace(setting.profile(), seed))
        .orElseGet(() ->
            Traces.draw(rate.arrivals(), setting.profile(), setting.requestsPerBlock(), seed));
  }

  private Predictor predictor(EmulatedPolicy policy, int group) {
    return policy.predictor(setting.foreknowledge(), setting.seed() + group);
  }

  private EmulatedBlock block(
      EmulatedPolicy policy, Rate rate, Trace trace, Predictor predictor, WaitMeter meter) {
    return new EmulatedBlock(
        setting, policy, trace, rate, predictor, meter, automatic.get(policy.name()));
  }

  /** Returns the number of complete groups. */
  private int runGroups(Machine machine) throws InterruptedException {
    long fromNanos = System.nanoTime();
    int total = setting.blocks() * setting.rates().size() * setting.policies().size();
    int done = 0;
    for (int group = 0; group < setting.blocks(); group++) {
      var finished = new ArrayList<Runnable>();
      var rates = new ArrayList<>(setting.rates());
      Collections.shuffle(rates, order);
      for (Rate rate : rates) {
        Trace trace = trace(rate, group);
        var shuffled = new ArrayList<>(requireNonNull(pairs.get(rate)).values());
        Collections.shuffle(shuffled, order);
        for (PolicyBlocks of : shuffled) {
          Predictor predictor = predictor(of.policy(), group);
          EmulatedBlock emulated = block(of.policy(), rate, trace, predictor, of.meter);
          Optional<Block> block = emulated.run();
          if (block.isEmpty()) {
            keepFirst(group, finished);
            return group;
          }
          EmulatedAndSimulated pair =
              emulated
                  .account()
                  .map(account ->
                      ofClasses(of.policy(), rate, trace, predictor, block.get(), account))
                  .orElseGet(() ->
                      new EmulatedAndSimulated(
                          block.get(), simulatedMs(of.policy(), rate, trace, predictor, machine)));
          finished.add(() -> of.add(pair));
          done++;
          double seconds = (System.nanoTime() - fromNanos) / 1e9;
          console.progress(
              "bench: group %d of %d, about %.0f s left"
                  .formatted(group + 1, setting.blocks(), seconds / done * (total - done)));
        }
      }
      finished.forEach(Runnable::run);
    }
    return setting.blocks();
  }

  /** Keeps the finished blocks of an incomplete first group: no other blocks exist. */
  private static void keepFirst(int group, List<Runnable> finished) {
    if (group == 0) {
      if (finished.isEmpty()) {
        StopSignal.check("stopped in the first block; no results were written");
      }
      finished.forEach(Runnable::run);
    }
  }

  /** Emulates and simulates a trace on the same classes of cores. */
  private EmulatedAndSimulated ofClasses(
      EmulatedPolicy policy,
      Rate rate,
      Trace trace,
      Predictor predictor,
      Block emulated,
      EnergyAccount account) {
    SpeedMachine machine = setting.classes().orElseThrow().machine();
    var simulation = new EnergySimulation(setting.profile(), machine, predictor);
    EnergyResult outcome =
        policy.givesThreads()
            ? simulation.run(policy.policy(), policy.speeds().orElseThrow(), trace)
            : simulation.run(policy.steering(rate.perSecond()), trace);
    double[] simulatedMs = counted(trace, outcome::latencyNanos);
    return new EmulatedAndSimulated(
        emulated,
        simulatedMs,
        Optional.of(
            new ClassUse(
                emulated.latencyMs(),
                simulatedMs,
                trace.size(),
                account,
                outcome.account(),
                List.of())));
  }

  private double[] counted(Trace trace, IntToLongFunction latencyNanos) {
    int ramp = setting.ramp(trace.size());
    return IntStream.range(ramp, trace.size() - ramp)
        .mapToDouble(i -> latencyNanos.applyAsLong(i) / 1e6)
        .toArray();
  }

  /** Returns the simulated latencies of the requests that count. */
  private double[] simulatedMs(
      EmulatedPolicy policy, Rate rate, Trace trace, Predictor predictor, Machine machine) {
    Simulation service = new Simulation(setting.profile(), machine).predictedBy(predictor);
    AutomaticRun lasting = automatic.get(policy.name());
    SimulationResult outcome =
        lasting == null
            ? service.run(policy.policy(), trace)
            : lasting.simulate(service, trace, rate.load());
    return counted(trace, outcome::latencyNanos);
  }

  private Results results(
      String command, Map<String, Object> described, int groups, Costs costs, NoiseMeter meter) {
    Noise noise = meter.soFar(List.of());
    List<Emulated> emulated =
        pairs.values().stream()
            .flatMap(byName -> byName.values().stream())
            .filter(of -> !of.blocks().isEmpty())
            .map(of -> of.compared(setting.seed(), setting.scale()))
            .toList();
    var settings = new LinkedHashMap<>(described);
    settings.put("emulated cores", setting.cores());
    setting.classes().ifPresent(classes -> settings.put("classes of cores", classes.text()));
    setting
        .changing()
        .ifPresentOrElse(
            load -> settings.putAll(load.described()),
            () -> settings.put("requests per block", setting.requestsPerBlock()));
    settings.put("blocks", groups);
    settings.put("milliseconds of this machine for one of the profile", setting.scale());
    settings.put("chunk, ms", setting.chunkMs());
    settings.put("wake-up in the simulator, as measured here, us", costs.wakeUpNanos() / 1e3);
    if (setting.policies().stream().anyMatch(EmulatedPolicy::isPredicted)) {
      settings.put("prediction error, log", setting.foreknowledge().logError());
    }
    settings.put("CPU of this machine taken by the emulation", Numbers.percent(meter.ownShare()));
    settings.put("Java", Runtime.version().toString());
    List<Run> runs = runs();
    Optional<Interruption> stopped =
        groups == setting.blocks() ? Optional.empty() : Optional.of(interruption(groups));
    var whole =
        new Results(
                "bench",
                setting.seed(),
                setting.cores(),
                command,
                settings,
                Demand.of(setting.profile()),
                setting.table().orElse(null),
                noise,
                runs,
                EmulationVerdict.of(emulated, runs, noise, meter.ownShare(), groups, stopped))
            .with()
            .emulated(emulated)
            .results();
    Results results =
        stopped
            .map(whole::interrupted)
            .orElse(whole)
            .withDecisions(
                automatic.values().stream().flatMap(run -> run.decisions().stream()).toList());
    return setting.changing().map(load -> withSteps(results, load)).orElse(results);
  }

  /** Returns the run with the use of classes of cores; unchanged for equal cores. */
  private Run withEnergy(Run run, Map<String, PolicyBlocks> byName) {
    List<ClassUse> uses = uses(byName, run.policy());
    return uses.isEmpty()
        ? run
        : run.with(
            ClassUse.figures(
                uses,
                run.policy().equals(EmulatedPolicy.ALL_FAST)
                    ? List.of()
                    : uses(byName, EmulatedPolicy.ALL_FAST),
                setting.classes().orElseThrow(),
                setting.seed()));
  }

  private static List<ClassUse> uses(Map<String, PolicyBlocks> byName, String policy) {
    PolicyBlocks of = byName.get(policy);
    return of == null ? List.of() : of.uses();
  }

  private Results withSteps(Results results, SteppedLoad load) {
    List<PolicyBlocks> served =
        pairs.values().stream().flatMap(all -> all.values().stream()).toList();
    var changes =
        new SteppedSummary(
            load, served.stream().map(of -> of.policy().name()).toList(), setting.seed());
    int groups = served.stream().mapToInt(of -> of.blocks().size()).max().orElse(0);
    for (int group = 0; group < groups; group++) {
      changes.add(blocks(served, group), load.steps().arrivalsMs(setting.seed() + group));
    }
    Verdict shown = changes.verdict(Optional.ofNullable(results.interrupted()));
    var details = new ArrayList<>(shown.details());
    details.add(results.verdict().headline());
    details.addAll(results.verdict().details());
    return results.ofSteps(
        changes.figure(),
        changes.steps(),
        new Verdict(shown.headline(), details, outcome(shown, results.verdict())));
  }

  /** Returns the worse outcome. If the emulation is in doubt, its steps are too. */
  private static Verdict.@Nullable Outcome outcome(Verdict steps, Verdict emulated) {
    return steps.isGiven() && !emulated.isGiven() ? emulated.outcome() : steps.outcome();
  }

  private static Map<String, Block> blocks(Collection<PolicyBlocks> served, int group) {
    var blocks = new LinkedHashMap<String, Block>();
    served.stream()
        .filter(of -> of.blocks().size() > group)
        .forEach(of -> blocks.put(of.policy().name(), of.blocks().get(group)));
    return blocks;
  }

  private List<Run> runs() {
    var runs = new ArrayList<Run>();
    var summaries = summaries().iterator();
    pairs.forEach((rate, byName) ->
        summaries.next().runs().forEach(run -> runs.add(withEnergy(run, byName))));
    return runs;
  }

  /** Returns a summary for each rate. */
  private List<Summary> summaries() {
    var summaries = new ArrayList<Summary>();
    List<String> names = setting.policies().stream().map(EmulatedPolicy::name).toList();
    pairs.forEach((rate, byName) -> {
      var summary =
          new Summary(
              rate.load(), names, setting.cores(), setting.seed(), Optional.of(setting.profile()));
      int groups = byName.values().stream().mapToInt(of -> of.blocks().size()).max().orElse(0);
      for (int group = 0; group < groups; group++) {
        summary.add(blocks(byName.values(), group));
      }
      summaries.add(summary);
    });
    return summaries;
  }

  private Interruption interruption(int groups) {
    return new Interruption(
        groups,
        setting.blocks(),
        setting.changing().isPresent() ? "repeats" : "blocks",
        summaries().stream().flatMap(summary -> summary.missing().stream()).toList());
  }
}
