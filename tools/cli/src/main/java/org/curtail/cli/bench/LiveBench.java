package org.curtail.cli.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Function;
import org.curtail.benchkit.emulate.ClassPolicies;
import org.curtail.benchkit.emulate.EmulatedClasses;
import org.curtail.benchkit.emulate.EmulatedPolicy;
import org.curtail.benchkit.files.NamedKnowledge;
import org.curtail.benchkit.results.Results;
import org.curtail.benchkit.steps.SteppedLoad;
import org.curtail.benchkit.terminal.Console;
import org.curtail.benchkit.terminal.UsageError;
import org.curtail.cli.commandline.AskedBlocks;
import org.curtail.cli.commandline.CommandWords;
import org.curtail.cli.workload.WorkloadOptions;
import org.curtail.policies.Policies;
import org.jspecify.annotations.Nullable;

/**
 * Runs searches on this machine.
 *
 * @param commandLine makes the line that repeats the measurement from the options of this kind
 */
record LiveBench(
    WorkloadOptions workload,
    DemandAndTableOptions planned,
    SteppedOptions stepped,
    RankedBenchOptions ranked,
    RecordingOptions recording,
    KnowledgeOptions knowledge,
    BoostKind boosting,
    AskedBlocks asked,
    Console console,
    Function<CommandWords.Options, String> commandLine) {
  private static final List<Double> LOADS = List.of(0.3, 0.5, 0.7);

  /**
   * Runs with equal workers.
   *
   * @param wantedCores to serve with; null for all of the machine
   * @param file of the results
   * @param overwrite true to replace existing files
   */
  Results run(@Nullable Integer wantedCores, Path file, boolean overwrite)
      throws IOException, InterruptedException {
    Optional<SteppedLoad> changing = stepped.load();
    ranked.check(workload.ranked, asked.policies());
    int machine = Runtime.getRuntime().availableProcessors();
    int cores = wantedCores == null ? machine : wantedCores;
    if (cores < 1 || cores > machine) {
      throw new UsageError(
          "--cores: expected a whole number from 1 to %d, the machine's cores, found %d"
              .formatted(machine, cores));
    }
    Policies.Ingredients ingredients = planned.ingredients(cores, console);
    List<String> names = planned.names(asked.policies(), ingredients, cores);
    Optional<NamedKnowledge> known = knowledge.read(names);
    known.ifPresent(given -> given.requireServable(cores));
    recording.check(names, ingredients, read(), file, overwrite);
    Map<String, @Nullable Path> others = read();
    others.put("--record-profile", recording.file());
    others.put("the results", file);
    knowledge.checkExport(names, others, overwrite);
    var remarks = new ArrayList<String>();
    ingredients
        .profile()
        .ifPresent(demand -> remarks.addAll(planned.remarks(demand, names, console)));
    known.ifPresent(given ->
        remarks.addAll(KnowledgeOptions.remarks(given, OptionalInt.of(cores), remarks, console)));
    return served(setting(names, LOADS, changing, cores, ingredients, Optional.empty(), known))
        .withDetails(remarks);
  }

  /** The input files by option; no output may replace them. */
  private Map<String, @Nullable Path> read() {
    var files = new LinkedHashMap<String, @Nullable Path>();
    files.put("--profile", planned.profile());
    files.put("--table", planned.table());
    files.put(KnowledgeOptions.KNOWN, knowledge.file());
    return files;
  }

  /**
   * Runs with some slow workers.
   *
   * @param wanted classes of the workers; empty if not given
   */
  Results slowed(Optional<EmulatedClasses> wanted, @Nullable Integer wantedCores)
      throws IOException, InterruptedException {
    stepped.load();
    ranked.check(workload.ranked, asked.policies());
    SlowWorkerOptions.requireNoOther(planned, recording, knowledge, stepped, wantedCores);
    int machine = Runtime.getRuntime().availableProcessors();
    EmulatedClasses classes = SlowWorkerOptions.classes(wanted, machine, console);
    List<String> names =
        EmulationOptions.policies(ClassPolicies.withoutProfile(classes.machine()), asked.policies())
            .stream()
            .map(EmulatedPolicy::name)
            .toList();
    BenchSetting setting =
        setting(
            names,
            SlowWorkerOptions.LOADS,
            Optional.empty(),
            Math.min(machine, classes.machine().cores()),
            Policies.Ingredients.NONE,
            Optional.of(classes),
            Optional.empty());
    SlowWorkerOptions.warn(setting, classes, console);
    return served(setting);
  }

  private Results served(BenchSetting setting) throws IOException, InterruptedException {
    try (WorkloadOptions.Opened opened = workload.open(console)) {
      String command = line(setting);
      Map<String, Object> described = knowledge.in(opened.described());
      Results results;
      LiveContenders contenders;
      if (setting.changing().isPresent()) {
        var bench = new SteppedBench(opened.workload(), setting, console);
        results = bench.run(command, described);
        contenders = bench.contenders();
      } else {
        var bench = new Bench(opened.workload(), setting, console);
        results = bench.run(command, described);
        contenders = bench.contenders();
      }
      knowledge.write(contenders.knowledge(), console);
      // Remarks compare with the recorded profile, if one was recorded.
      return results.withDetails(
          recording.write(
              contenders.recorder(),
              setting.policies(),
              setting.ingredients(),
              results.noise(),
              console));
    }
  }

  private BenchSetting setting(
      List<String> names,
      List<Double> usualLoads,
      Optional<SteppedLoad> changing,
      int cores,
      Policies.Ingredients ingredients,
      Optional<EmulatedClasses> classes,
      Optional<NamedKnowledge> known) {
    try {
      return new BenchSetting(
          names,
          changing.isPresent() ? List.of() : asked.loadsOr(usualLoads),
          changing,
          changing.isPresent() ? 0 : Math.ceilDiv(asked.requests(), asked.blocks()),
          asked.blocks(),
          cores,
          asked.seed(),
          boosting,
          ingredients.profile(),
          ingredients.table(),
          ranked.quality(),
          classes,
          known);
    } catch (IllegalArgumentException e) {
      throw new UsageError(String.valueOf(e.getMessage()), e);
    }
  }

  private String line(BenchSetting setting) {
    CommandWords.Options load =
        it ->
            setting
                .changing()
                .ifPresentOrElse(
                    changing -> SteppedOptions.write(changing, it),
                    () -> it.option("--load", setting.loads()));
    CommandWords.Options workers =
        it ->
            setting
                .classes()
                .ifPresentOrElse(
                    classes -> SlowWorkerOptions.write(classes, it),
                    () -> it.option("--cores", setting.cores()));
    return commandLine.apply(it ->
        it.all(workload)
            .option("--policies", setting.policies())
            .all(load)
            .all(workers)
            .all(ranked)
            .ifGiven("--boosting", boosting == BoostKind.GATE ? null : boosting));
  }
}
