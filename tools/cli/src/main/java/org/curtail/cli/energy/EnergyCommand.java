package org.curtail.cli.energy;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.curtail.Profile;
import org.curtail.benchkit.capacity.MeanInterval;
import org.curtail.benchkit.energyruns.EnergySetting;
import org.curtail.benchkit.files.NamedProfile;
import org.curtail.benchkit.policyruns.PredictionError;
import org.curtail.benchkit.results.EnergyResults;
import org.curtail.benchkit.terminal.OptionRules;
import org.curtail.benchkit.terminal.OutputFile;
import org.curtail.benchkit.terminal.UsageError;
import org.curtail.benchkit.text.Numbers;
import org.curtail.benchkit.trust.ProfileRemarks;
import org.curtail.cli.commandline.CommandWords;
import org.curtail.cli.commandline.OutputOptions;
import org.curtail.cli.commandline.SharedOptions;
import org.curtail.cli.simulation.TargetOptions;
import org.curtail.energy.LeastEnergy;
import org.curtail.speed.SpeedMachine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code curtail energy}: what each policy draws with its tail under a target. */
@Command(
    name = "energy",
    description = {
      "Finds what requests draw on fast and slow cores or clocks, at the same tail.",
      "Short requests can run slowly if long ones are moved to faster cores in time. Simulates one"
          + " thread for each request; prints the settings to use, and the least energy possible."
    },
    mixinStandardHelpOptions = true,
    sortOptions = false,
    footer = {
      "",
      "Example:",
      "  curtail energy --profile few-to-many-lucene --machine server \\",
      "      --target-p99-ms 1200 --load 0.2,0.4"
    })
public final class EnergyCommand implements Callable<Integer> {
  private static final int MOST_REQUESTS = 1_000_000;
  private static final int MOST_REPEATS = 100;
  private static final int FEWEST_WINDOWS = 10;

  /** Duration up to which nanoseconds of all cores are counted exactly. */
  private static final double MOST_CORE_MS = 1e12;

  @Option(
      names = "--profile",
      required = true,
      paramLabel = "FILE",
      description =
          "A profile, measured at speed 1: a file, as curtail profile writes it, or one like a"
              + " paper's: few-to-many-lucene, few-to-many-bing, adaptive-bing.")
  private Path profile = Path.of("");

  @Mixin private final EnergyMachineOptions machines = new EnergyMachineOptions();

  @Mixin private final TargetOptions target = new TargetOptions();

  @Option(
      names = "--load",
      split = ",",
      paramLabel = "L",
      description =
          "Shares of the rate that all cores carry at their fastest; a table for each. Default:"
              + " 0.2,0.4,0.6.")
  private List<Double> loads = List.of(0.2, 0.4, 0.6);

  @Option(
      names = "--prediction-error",
      paramLabel = "E",
      description =
          "How far predictions are off, for adrenaline: standard deviation of the logarithm of true"
              + " over predicted demand; 0 for the truth. Default: ${DEFAULT-VALUE}.")
  private double predictionError = 0.3;

  @Option(
      names = "--requests",
      paramLabel = "N",
      description = "Requests in each trace. Default: ${DEFAULT-VALUE}.")
  private int requests = 20_000;

  @Option(
      names = "--repeats",
      paramLabel = "N",
      description =
          "Traces at each load, at least 5: fewer give no interval of a mean. Default:"
              + " ${DEFAULT-VALUE}.")
  private int repeats = 5;

  @Option(
      names = "--seed",
      paramLabel = "S",
      description =
          "For demands and arrivals of the first trace; further ones have the next seeds."
              + " Default: ${DEFAULT-VALUE}.")
  private long seed = 1;

  @Mixin private final OutputOptions output = new OutputOptions();

  @Mixin final SharedOptions shared = new SharedOptions();

  @Override
  public Integer call() throws IOException, InterruptedException {
    OutputOptions.spare("--profile", profile, "--out", output.out);
    OutputOptions.spare("--machine", Path.of(machines.name()), "--out", output.out);
    output.check(null);
    EnergySetting setting = setting();
    var notes =
        new ArrayList<>(ProfileRemarks.lines(profile.toString(), setting.profile(), List.of()));
    if (setting.windows() < FEWEST_WINDOWS) {
      notes.add(
          "controllers have %d windows of %s requests to learn in, too few to judge them: more --requests show what they become"
              .formatted(setting.windows(), Numbers.count(setting.endsInAWindow())));
    }
    notes.forEach(shared.console::warn);
    EnergyResults results =
        SweptResults.of(
            EnergySweep.run(setting, shared.console),
            setting,
            machines.name(),
            commandLine(),
            notes);
    print(results);
    Path out = output.out;
    if (out != null) {
      OutputFile.write(out, results::write);
      shared.console.say("Wrote the results to " + out);
    }
    if (!shared.json) {
      // Can cores or clocks be chosen here at all?
      shared.sayNext("machine");
    }
    return 0;
  }

  private EnergySetting setting() {
    target.require("");
    target.check();
    OptionRules.each("--load", loads);
    PredictionError.check(predictionError);
    for (double load : loads) {
      if (!(load > 0 && load < 1)) {
        throw new UsageError(
            "--load: expected shares above 0 and below 1, at which queues grow without end, found "
                + Numbers.plain(load));
      }
    }
    OptionRules.whole("--requests", requests, 1000, MOST_REQUESTS);
    if (repeats < MeanInterval.FEWEST) {
      throw new UsageError(
          "--repeats: expected at least %d traces, since fewer give no interval of a mean; found %d"
              .formatted(MeanInterval.FEWEST, repeats));
    }
    OptionRules.whole("--repeats", repeats, MeanInterval.FEWEST, MOST_REPEATS);
    if ((long) requests * repeats > MOST_REQUESTS) {
      throw new UsageError(
          "--requests: expected at most %,d in all traces together, found %,d in %d"
              .formatted(MOST_REQUESTS, requests, repeats));
    }
    target.requireEnough(requests);
    SpeedMachine machine = machines.machine();
    if (machine.classes().size() < 2) {
      throw new UsageError(
          "--machine: expected at least two classes, a slow and a fast one, to choose from, found only %s in %s"
              .formatted(machine.classes().getFirst().name(), machines.name()));
    }
    Profile demand = NamedProfile.find(profile);
    target.requireReachable(
        LeastEnergy.of(demand, machine, target.percentile()).shortestMs(), "on the fastest core");
    var setting =
        new EnergySetting(
            demand,
            machine,
            loads,
            predictionError,
            target.percentile(),
            target.targetMs(),
            requests,
            repeats,
            seed);
    requireCountable(setting);
    return setting;
  }

  /** Rejects runs too long for counting in nanoseconds. */
  private void requireCountable(EnergySetting setting) {
    SpeedMachine machine = setting.machine();
    double slowestMs = setting.profile().percentileMs(100, 1) / machine.progress(0);
    double least = loads.stream().mapToDouble(load -> load).min().orElseThrow();
    double moveMs = machine.classes().size() * machine.moveNanos() / 1e6;
    double eachMs = 1000 / setting.perSecond(least) + slowestMs + moveMs;
    if ((double) requests * repeats * eachMs * machine.cores() > MOST_CORE_MS) {
      throw new UsageError(
          "--requests: expected fewer, %,d of them may take more than 30 years of all cores"
              .formatted(requests * repeats));
    }
  }

  private String commandLine() {
    return CommandWords.of("energy")
        .option("--profile", profile)
        .all(machines)
        .all(target)
        .option("--load", loads)
        .option("--prediction-error", Numbers.plain(predictionError))
        .option("--requests", requests)
        .option("--repeats", repeats)
        .option("--seed", seed)
        .ifGiven("--out", output.out)
        .toString();
  }

  private void print(EnergyResults results) throws IOException {
    if (shared.json) {
      var text = new StringWriter();
      results.write(text);
      shared.console.json(text.toString().stripTrailing());
      return;
    }
    shared.console.result(
        "%s with %s, %d traces of %s requests at each load, seed %d"
            .formatted(
                results.machine(),
                target.inWords(results.cores()),
                repeats,
                Numbers.count(requests),
                seed));
    shared.console.result("");
    EnergyText.lines(results).forEach(shared.console::result);
  }
}
