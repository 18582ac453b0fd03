package org.curtail.app.bench;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.curtail.IntervalTable;
import org.curtail.Profile;
import org.curtail.app.commandline.CommandWords;
import org.curtail.lab.emulate.EmulatedPolicy;
import org.curtail.lab.emulate.Emulation;
import org.curtail.lab.emulate.EmulationSetting;
import org.curtail.measurement.files.NamedProfile;
import org.curtail.measurement.results.Results;
import org.curtail.measurement.terminal.Console;
import org.curtail.measurement.terminal.OptionRules;
import org.jspecify.annotations.Nullable;

/**
 * Runs what the engine serves on emulated cores.
 *
 * @param commandLine the line that measures the same again, of the options of such a run
 */
record EmulatedBench(
    EmulationOptions emulation,
    DemandAndTableOptions planned,
    SteppedOptions stepped,
    BlockOptions blocks,
    Console console,
    Function<CommandWords.Options, String> commandLine) {

  Results run(List<String> policies, @Nullable List<Double> loads, long seed)
      throws InterruptedException {
    Path profile = planned.profile();
    if (profile == null) {
      throw OptionRules.missing(
          "--profile", "the profile whose requests the emulated cores serve, a file or a name");
    }
    Profile demand = NamedProfile.find(profile);
    Optional<IntervalTable> intervals = planned.readTable();
    intervals.ifPresent(table -> planned.checkDegrees(demand, table));
    EmulationSetting setting =
        emulation.setting(
            demand,
            intervals,
            policies,
            loads,
            stepped.load(),
            blocks.requests(),
            blocks.repeats(),
            seed);
    intervals.ifPresent(table -> planned.warnOfCores(table, setting.cores(), console));
    emulation.warn(setting, console);
    var described = new LinkedHashMap<String, Object>();
    described.put("profile", profile.toString());
    if (planned.table() != null) {
      described.put("table", planned.table().toString());
    }
    List<String> names = setting.policies().stream().map(EmulatedPolicy::name).toList();
    List<String> remarks = planned.remarks(demand, names, console);
    String command =
        commandLine.apply(it -> {
          EmulationOptions.write(setting, it);
          it.option("--policies", names);
        });
    return new Emulation(setting, console).run(command, described).withDetails(remarks);
  }
}
