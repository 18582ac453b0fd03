package org.curtail.cli.energy;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.curtail.Profile;
import org.curtail.benchkit.capacity.MeanInterval;
import org.curtail.benchkit.energyruns.CarriedLoad;
import org.curtail.benchkit.energyruns.EnergySetting;
import org.curtail.benchkit.energyruns.PolicyTrial;
import org.curtail.benchkit.files.NamedProfile;
import org.curtail.benchkit.policyruns.PredictionError;
import org.curtail.benchkit.results.EnergyResults;
import org.curtail.benchkit.results.EnergyResults.Capacity;
import org.curtail.benchkit.results.EnergyResults.Line;
import org.curtail.benchkit.results.EnergyResults.Load;
import org.curtail.benchkit.results.EnergyResults.Speed;
import org.curtail.benchkit.results.EnergyResults.Threshold;
import org.curtail.benchkit.results.EnergyWords;
import org.curtail.benchkit.terminal.OptionRules;
import org.curtail.benchkit.terminal.OutputFile;
import org.curtail.benchkit.terminal.UsageError;
import org.curtail.benchkit.text.Numbers;
import org.curtail.benchkit.text.Table;
import org.curtail.benchkit.text.Unit;
import org.curtail.benchkit.trust.ProfileRemarks;
import org.curtail.cli.commandline.CommandWords;
import org.curtail.cli.commandline.OutputOptions;
import org.curtail.cli.commandline.SharedOptions;
import org.curtail.cli.energy.EnergySweep.AtLoad;
import org.curtail.cli.energy.EnergySweep.Swept;
import org.curtail.cli.simulation.TargetOptions;
import org.curtail.energy.EnergyResult;
import org.curtail.energy.LeastEnergy;
import org.curtail.speed.SlowToFast;
import org.curtail.speed.SpeedMachine;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code curtail energy}: computes the energy of each policy with its tail under a target. */
@Command(
    name = "energy",
    description = {
      "Computes the energy of requests on fast and slow cores or clocks, at the same tail.",
      "Short requests can run slowly if long ones are moved to faster cores in time. Simulates one thread for each request; prints the settings to use, and the least possible energy."
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

  /** Longest duration for which nanoseconds of all cores are counted exactly. */
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
          "Shares of the capacity of all cores at their fastest; a table for each. Default: 0.2,0.4,0.6.")
  private List<Double> loads = List.of(0.2, 0.4, 0.6);

  @Option(
      names = "--prediction-error",
      paramLabel = "E",
      description =
          "Error of predictions, for adrenaline: standard deviation of the logarithm of true over predicted demand; 0 for the truth. Default: ${DEFAULT-VALUE}.")
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
          "Traces at each load, at least 5, since fewer give no interval of a mean. Default: ${DEFAULT-VALUE}.")
  private int repeats = 5;

  @Option(
      names = "--seed",
      paramLabel = "S",
      description =
          "Seed of demands and arrivals of the first trace; further ones have the next seeds. Default: ${DEFAULT-VALUE}.")
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
          "controllers learn in %d windows of %s requests, which are too few to judge them: more --requests show their final state"
              .formatted(setting.windows(), Numbers.count(setting.endsInAWindow())));
    }
    notes.forEach(shared.console::warn);
    EnergyResults results =
        of(
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
      // Warns if this machine has no choice of cores or clocks.
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
            "--load: expected shares above 0 and below 1, at which queues grow without limit, found "
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
          "--machine: expected at least two classes, a slow and a fast one, found only %s in %s"
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
          "--requests: expected fewer, since %,d of them may use more than 30 years of all cores"
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
    lines(results).forEach(shared.console::result);
  }

  // ---- The results in words.

  /** The lines. */
  private static List<String> lines(EnergyResults results) {
    var lines = new ArrayList<String>();
    for (Load load : results.loads()) {
      lines.add(
          "load %s, %s requests/s"
              .formatted(Numbers.percent(load.load()), Numbers.significant(load.perSecond())));
      lines.addAll(table(results, load).lines());
      lines.add(EnergyWords.headline(results, load));
      load.policies().stream()
          .filter(line -> line.thresholds() != null && line.meetsTarget())
          .forEach(line -> lines.add(EnergyWords.toSet(line)));
      lines.add("");
    }
    lines.addAll(capacities(results));
    return lines;
  }

  private static List<String> capacities(EnergyResults results) {
    var lines = new ArrayList<String>();
    lines.add(
        "capacity with a %s of at most %s, with any energy"
            .formatted(Numbers.percentile(results.percentile()), Numbers.time(results.targetMs())));
    lines.addAll(
        Table.of(results.capacities())
            .show("policy", Unit.NAME, Capacity::policy)
            .show("load", Unit.PERCENT, Capacity::load)
            .show("95 % interval", Unit.TEXT, one -> interval(one.lowLoad(), one.highLoad()))
            .absent("")
            .show("requests/s", Unit.NUMBER, Capacity::perSecond)
            .lines());
    return lines;
  }

  /** Returns a row. A limit has no line, and no energy if it is unknown. */
  private record Row(String name, @Nullable Double joules, @Nullable Line line) {}

  private static Table<Row> table(EnergyResults results, Load load) {
    var rows = new ArrayList<Row>();
    load.policies()
        .forEach(line -> rows.add(new Row(line.policy(), line.joulesPerRequest(), line)));
    rows.add(new Row("limit, one schedule for all", load.oneScheduleJoules(), null));
    rows.add(new Row("limit, clairvoyant", load.clairvoyantJoules(), null));
    double allFast = load.policies().getFirst().joulesPerRequest();
    return Table.of(rows)
        .show("policy", Unit.NAME, Row::name)
        .show("mJ/request", Unit.NUMBER, row -> row.joules == null ? null : 1000 * row.joules)
        .absent("none")
        .show("of all-fast", Unit.PERCENT, row -> row.joules == null ? null : row.joules / allFast)
        .absent("")
        .show("95 % interval", Unit.TEXT, row -> of(row, EnergyCommand::interval))
        .absent("")
        .show("above clairvoyant", Unit.PERCENT, row -> of(row, Line::aboveClairvoyant))
        .absent("")
        .show(
            Numbers.percentile(results.percentile()) + " ms",
            Unit.NUMBER,
            row -> of(row, Line::tailMs))
        .absent("")
        .show("target", Unit.TEXT, row -> of(row, line -> line.meetsTarget() ? "met" : "missed"))
        .absent("")
        .show("watts", Unit.NUMBER, row -> of(row, Line::watts))
        .absent("");
  }

  private static <T> @Nullable T of(Row row, Function<Line, @Nullable T> figure) {
    return row.line == null ? null : figure.apply(row.line);
  }

  private static @Nullable String interval(Line line) {
    Double low = line.lowOfAllFast();
    // All-fast is the reference.
    return low != null && low.equals(line.highOfAllFast())
        ? null
        : interval(low, line.highOfAllFast());
  }

  private static @Nullable String interval(@Nullable Double low, @Nullable Double high) {
    return low == null || high == null
        ? null
        : "%s to %s %%".formatted(Numbers.tenths(100 * low), Numbers.tenths(100 * high));
  }

  // ---- The results.

  /**
   * The results.
   *
   * @param machine machine as the user named it
   * @param command the command that does the same again
   * @param notes notes on the profile
   */
  private static EnergyResults of(
      Swept swept, EnergySetting setting, String machine, String command, List<String> notes) {
    return new EnergyResults(
        EnergyResults.FORMAT,
        command,
        setting.seed(),
        machine,
        setting.machine().cores(),
        setting.machine().classes().stream()
            .map(one -> new Speed(one.name(), one.speed()))
            .toList(),
        setting.percentile(),
        setting.targetMs(),
        setting.requests(),
        setting.repeats(),
        setting.predictionLogError(),
        swept.loads().stream().map(one -> load(one, setting)).toList(),
        swept.capacities().stream().map(one -> capacity(one, setting)).toList(),
        notes);
  }

  private static Capacity capacity(CarriedLoad carried, EnergySetting setting) {
    MeanInterval interval = carried.interval();
    return new Capacity(
        carried.name(),
        carried.load(),
        interval == null ? null : interval.low(),
        interval == null ? null : interval.high(),
        setting.perSecond(carried.load()));
  }

  private static Load load(AtLoad swept, EnergySetting setting) {
    PolicyTrial allFast = swept.tried().getFirst();
    Double clairvoyant = finite(swept.clairvoyantJoules());
    List<Line> lines =
        swept.tried().stream().map(tried -> line(tried, allFast, clairvoyant, setting)).toList();
    return new Load(
        swept.load(),
        setting.perSecond(swept.load()),
        lines,
        finite(swept.oneScheduleJoules()),
        clairvoyant,
        lines.stream()
            .filter(Line::meetsTarget)
            .min(Comparator.comparingDouble(Line::joulesPerRequest))
            .map(Line::policy)
            .orElse(null));
  }

  private static @Nullable Double finite(double joules) {
    return Double.isFinite(joules) ? joules : null;
  }

  private static Line line(
      PolicyTrial tried, PolicyTrial allFast, @Nullable Double clairvoyant, EnergySetting setting) {
    double joules = tried.joulesPerRequest();
    int common = Math.min(tried.runs().size(), allFast.runs().size());
    MeanInterval paired =
        common < MeanInterval.FEWEST
            ? null
            : MeanInterval.of(
                IntStream.range(0, common)
                    .mapToObj(i ->
                        (Double)
                            (tried.runs().get(i).joulesPerRequest()
                                / allFast.runs().get(i).joulesPerRequest()))
                    .toList());
    double tailMs = tried.tailMs(setting.percentile());
    boolean meetsTarget = tailMs <= setting.targetMs();
    return new Line(
        tried.name(),
        joules,
        joules / allFast.joulesPerRequest(),
        paired == null ? null : paired.low(),
        paired == null ? null : paired.high(),
        clairvoyant == null || !meetsTarget ? null : joules / clairvoyant - 1,
        tailMs,
        meetsTarget,
        tried.runs().stream()
            .map(EnergyResult::account)
            .mapToDouble(account -> account.watts())
            .average()
            .orElseThrow(),
        tried.thresholds().map(policy -> thresholds(policy, setting.machine())).orElse(null));
  }

  private static List<Threshold> thresholds(SlowToFast policy, SpeedMachine machine) {
    var all = new ArrayList<Threshold>();
    for (int k = 0; k < policy.thresholdsNanos().size(); k++) {
      all.add(
          new Threshold(
              machine.classes().get(k + 1).name(), policy.thresholdsNanos().get(k) / 1e6));
    }
    return all;
  }
}
