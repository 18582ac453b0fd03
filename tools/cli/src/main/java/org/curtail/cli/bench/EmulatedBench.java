package org.curtail.cli.bench;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Function;
import org.curtail.IntervalTable;
import org.curtail.Profile;
import org.curtail.benchkit.emulate.EmulatedPolicy;
import org.curtail.benchkit.emulate.Emulation;
import org.curtail.benchkit.emulate.EmulationSetting;
import org.curtail.benchkit.files.NamedKnowledge;
import org.curtail.benchkit.files.NamedProfile;
import org.curtail.benchkit.results.Results;
import org.curtail.benchkit.terminal.Console;
import org.curtail.benchkit.terminal.OptionRules;
import org.curtail.benchkit.terminal.UsageError;
import org.curtail.cli.commandline.CommandWords;
import org.jspecify.annotations.Nullable;

/**
 * Runs the engine on emulated cores.
 *
 * @param commandLine makes the line that repeats the measurement from the options of this kind
 */
record EmulatedBench(
    EmulationOptions emulation,
    DemandAndTableOptions planned,
    KnowledgeOptions knowledge,
    SteppedOptions stepped,
    BlockOptions blocks,
    Console console,
    Function<CommandWords.Options, String> commandLine) {

  Results run(List<String> policies, @Nullable List<Double> loads, long seed)
      throws InterruptedException {
    Path profile = planned.profile();
    if (profile == null) {
      throw OptionRules.missing(
          "--profile",
          "the profile of the requests that the emulated cores serve, a file or a name");
    }
    Profile demand = NamedProfile.find(profile);
    Optional<IntervalTable> intervals = planned.readTable();
    intervals.ifPresent(table -> planned.checkDegrees(demand, table));
    EmulationSetting asked =
        emulation.setting(
            demand,
            intervals,
            policies,
            loads,
            stepped.load(),
            blocks.requests(),
            blocks.repeats(),
            seed);
    List<String> names = asked.policies().stream().map(EmulatedPolicy::name).toList();
    Optional<NamedKnowledge> known = knowledge.read(names);
    known.ifPresent(given -> checkDegrees(given, demand, profile));
    EmulationSetting setting =
        known.map(given -> asked.beginningWith(given.profile())).orElse(asked);
    intervals.ifPresent(table -> planned.warnOfCores(table, setting.cores(), console));
    emulation.warn(setting, console);
    var described = new LinkedHashMap<String, Object>();
    described.put("profile", profile.toString());
    if (planned.table() != null) {
      described.put("table", planned.table().toString());
    }
    var remarks = new ArrayList<>(planned.remarks(demand, names, console));
    known.ifPresent(given ->
        remarks.addAll(KnowledgeOptions.remarks(given, OptionalInt.empty(), remarks, console)));
    String command =
        commandLine.apply(it -> {
          EmulationOptions.write(setting, it);
          it.option("--policies", names);
        });
    return new Emulation(setting, console)
        .run(command, knowledge.in(described))
        .withDetails(remarks);
  }

  /** Rejects a plan with more threads than were measured; an emulated request cannot use them. */
  private static void checkDegrees(NamedKnowledge known, Profile demand, Path profile) {
    if (known.profile().maxDegree() > demand.maxDegree()) {
      throw new UsageError(
          "%s: expected degrees up to %d at most, as in %s, found up to %d in %s"
              .formatted(
                  KnowledgeOptions.KNOWN,
                  demand.maxDegree(),
                  profile,
                  known.profile().maxDegree(),
                  known.file()));
    }
  }
}
