package org.curtail.cli.capacity;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.curtail.Profile;
import org.curtail.benchkit.capacity.CapacitySearch;
import org.curtail.benchkit.capacity.PoissonTraces;
import org.curtail.benchkit.capacity.Precision;
import org.curtail.benchkit.files.NamedProfile;
import org.curtail.benchkit.files.NamedTable;
import org.curtail.benchkit.policyruns.Contender;
import org.curtail.benchkit.policyruns.Rate;
import org.curtail.benchkit.results.Interruption;
import org.curtail.benchkit.terminal.Interrupted;
import org.curtail.benchkit.terminal.Misuse;
import org.curtail.benchkit.terminal.OptionRules;
import org.curtail.benchkit.terminal.OutputFile;
import org.curtail.benchkit.text.Numbers;
import org.curtail.benchkit.trust.ProfileRemarks;
import org.curtail.cli.commandline.CommandWords;
import org.curtail.cli.commandline.OutputOptions;
import org.curtail.cli.commandline.SharedOptions;
import org.curtail.cli.simulation.Contenders;
import org.curtail.cli.simulation.MachineOptions;
import org.curtail.cli.simulation.SimulatedTime;
import org.curtail.cli.simulation.TargetOptions;
import org.curtail.sim.ClairvoyantBound;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code curtail capacity}: how much load each policy carries under a target tail. */
@Command(
    name = "capacity",
    description = {
      "Finds the largest load that each policy carries with its tail under a target.",
      "Says so how many servers a load needs, beside what no policy can carry."
    },
    mixinStandardHelpOptions = true,
    sortOptions = false,
    footer = {
      "",
      "Example:",
      "  curtail capacity --profile profile.json --cores 15 --target-p99-ms 400 \\",
      "      --table table.json --policies adaptive,few-to-many"
    })
public final class CapacityCommand implements Callable<Integer> {
  private static final int FEWEST_REQUESTS = 1000;
  private static final int MOST_REQUESTS = 1_000_000;

  @Option(
      names = "--profile",
      required = true,
      paramLabel = "FILE",
      description =
          "A profile: a file, as curtail profile writes it, or one like a paper's:"
              + " few-to-many-lucene, few-to-many-bing, adaptive-bing.")
  private Path profile = Path.of("");

  @Mixin private final TargetOptions target = new TargetOptions();

  @Option(
      names = "--policies",
      split = ",",
      paramLabel = "P",
      description =
          "Names as curtail policies lists them; loads are compared with the first that carries"
              + " any. Default: all that can be made from what is given, without predictions.")
  private @Nullable List<String> policies;

  @Option(
      names = "--table",
      paramLabel = "TABLE",
      description =
          "Interval table, for few-to-many: a file or a published one, few-to-many-lucene.")
  private @Nullable String table;

  @Option(
      names = "--requests",
      paramLabel = "N",
      description = "Requests in each trace. Default: ${DEFAULT-VALUE}.")
  private int requests = 20_000;

  @Option(
      names = "--seed",
      paramLabel = "S",
      description =
          "For demands and arrivals of the first trace; further ones have the next seeds."
              + " Default: ${DEFAULT-VALUE}.")
  private long seed = 1;

  @Mixin private final MachineOptions machines = new MachineOptions();

  @Mixin private final OutputOptions output = new OutputOptions();

  @Mixin final SharedOptions shared = new SharedOptions();

  @Override
  public Integer call() throws IOException, InterruptedException {
    OutputOptions.spare("--profile", profile, "--out", output.out);
    OutputOptions.spare("--table", table == null ? null : Path.of(table), "--out", output.out);
    output.check(null);
    CapacitySetting setting = setting();
    remarks(setting).forEach(shared.console::warn);
    CapacitySweep.Finished finished = CapacitySweep.run(setting, shared.console);
    if (finished.policies().isEmpty()) {
      throw new Interrupted("stopped in the first search; no results were written");
    }
    CapacityResults results =
        CapacityResults.of(finished, setting, commandLine(setting), remarks(setting));
    print(results, setting);
    Path out = output.out;
    if (out != null) {
      OutputFile.write(out, results::write);
      shared.console.say("Wrote the results to " + out);
    }
    if (!finished.complete()) {
      throw output.stopped(finished.policies().size(), setting.policies().size(), "policies");
    }
    return 0;
  }

  private CapacitySetting setting() {
    target.check();
    OptionRules.whole("--requests", requests, FEWEST_REQUESTS, MOST_REQUESTS);
    target.requireEnough(requests);
    var machine = machines.machine();
    Optional<NamedTable> intervals = Optional.ofNullable(table).map(NamedTable::find);
    Profile demand = NamedProfile.find(profile);
    target.requireReachable(
        ClairvoyantBound.isolatedMs(demand, machine.cores(), target.percentile()),
        "on the machine");
    double workMs = requests * 1000 / Rate.capacity(demand, machine.cores());
    machines.requireFewPauses(workMs, workMs);
    intervals.flatMap(planned -> planned.remark(machine.cores())).ifPresent(shared.console::warn);
    var contenders =
        new Contenders(
            demand,
            profile.toString(),
            intervals.map(NamedTable::table),
            false,
            target.targetMs(),
            Optional.empty());
    if (policies == null && !shared.json) {
      shared.console.warn(
          "left out unless --policies names them: " + String.join(", ", contenders.leftOut()));
    }
    var setting =
        new CapacitySetting(
            policies == null ? List.copyOf(contenders.all()) : untuned(contenders.named(policies)),
            new PoissonTraces(demand, requests, seed),
            machine,
            target.percentile(),
            target.targetMs(),
            Precision.ONE_PERCENT);
    SimulatedTime.requireCountable(
        requests,
        CapacitySearch.idlePerSecond(setting.mostPerSecond()),
        demand,
        "on an idle machine");
    return setting;
  }

  private List<String> remarks(CapacitySetting setting) {
    return ProfileRemarks.lines(
        profile.toString(),
        setting.profile(),
        setting.policies().stream().map(Contender::name).toList());
  }

  /** What is tuned for each rate has no capacity of its own. */
  private static List<Contender> untuned(List<Contender> contenders) {
    for (Contender contender : contenders) {
      if (contender instanceof Contender.ToTune) {
        throw new Misuse(
            "--policies: expected a number behind %s, as curtail policies lists it, found none"
                .formatted(contender.name()));
      }
    }
    return contenders;
  }

  private String commandLine(CapacitySetting setting) {
    return CommandWords.of("capacity")
        .option("--profile", profile)
        .all(target)
        .option("--policies", setting.policies().stream().map(Contender::name).toList())
        .ifGiven("--table", table)
        .option("--requests", requests)
        .option("--seed", seed)
        .all(machines)
        .ifGiven("--out", output.out)
        .toString();
  }

  private String overwriting() {
    return output.out == null ? "" : " --overwrite";
  }

  private void print(CapacityResults results, CapacitySetting setting) throws IOException {
    if (shared.json) {
      var text = new StringWriter();
      results.write(text);
      shared.console.json(text.toString().stripTrailing());
    } else {
      shared.console.result(
          "%s, %s requests in each trace, seed %d"
              .formatted(target.inWords(results.cores()), Numbers.count(requests), seed));
      shared.console.result("");
      CapacityText.lines(results).forEach(shared.console::result);
      Interruption interrupted = results.interrupted();
      if (interrupted != null) {
        shared.console.result("");
        shared.console.result("To search all of it: " + results.command() + overwriting());
      }
    }
    CapacityText.remarks(results, setting.precision().relativeWidth(), MOST_REQUESTS)
        .forEach(shared.console::warn);
  }
}
