package org.curtail.cli.capacity;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.io.InputStream;
import java.io.StringWriter;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
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
import org.curtail.benchkit.terminal.OptionRules;
import org.curtail.benchkit.terminal.OutputFile;
import org.curtail.benchkit.terminal.UsageError;
import org.curtail.benchkit.text.Numbers;
import org.curtail.benchkit.trust.ProfileRemarks;
import org.curtail.cli.commandline.CommandWords;
import org.curtail.cli.commandline.OutputOptions;
import org.curtail.cli.commandline.PolicyJarOption;
import org.curtail.cli.commandline.SharedOptions;
import org.curtail.cli.profile.times.LoggedDemand;
import org.curtail.cli.profile.times.ServiceTimeOptions;
import org.curtail.cli.simulation.Contenders;
import org.curtail.cli.simulation.MachineOptions;
import org.curtail.cli.simulation.SimulatedTime;
import org.curtail.cli.simulation.TargetOptions;
import org.curtail.sim.ClairvoyantBound;
import org.curtail.sim.Machine;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParseResult;

/**
 * {@code curtail capacity}: finds the number of servers that each policy needs to keep a tail under
 * a target.
 */
@Command(
    name = "capacity",
    description = {
      "Computes how many servers each policy needs for a load, with its tail under a target.",
      "The input is a log of latencies, or a profile for all policies."
    },
    mixinStandardHelpOptions = true,
    sortOptions = false,
    footer = {
      "",
      "Examples:",
      "  curtail capacity access.log --cores 8 --target-p99-ms 350 --rps 2000",
      "  curtail capacity --profile profile.json --cores 15 --target-p99-ms 400 \\",
      "      --table table.json --policies adaptive,few-to-many"
    })
public final class CapacityCommand implements Callable<Integer> {
  private static final int FEWEST_REQUESTS = 1000;
  private static final int MOST_REQUESTS = 1_000_000;
  private static final double MOST_PER_SECOND = 1e12;

  /** Least ratio of a proposed target to the tail without competition. */
  private static final double ROOM = 1.2;

  private static final int HEAD_BYTES = 200;
  private static final String PROFILE_FORMAT = "curtail-profile/1";

  /** Policies that can be compared from a log alone. */
  private static final List<String> ONE_THREAD = List.of("sequential", "least-attained", "gittins");

  @Parameters(
      arity = "0..1",
      paramLabel = "LOG",
      description =
          "Latencies of one server: CSV, TSV or JSON lines with named columns,"
              + " an access log with a duration in each line, a number a line, or what HdrHistogram"
              + " writes; plain or .gz. Or a profile, as with --profile.")
  private @Nullable Path log;

  @Option(
      names = "--profile",
      paramLabel = "FILE",
      description =
          "A profile: a file, as curtail profile writes it, or one like a paper's:"
              + " few-to-many-lucene, few-to-many-bing, adaptive-bing.")
  private @Nullable Path profile;

  @Mixin private final TargetOptions target = new TargetOptions();

  @Option(
      names = "--rps",
      paramLabel = "R",
      description = "Requests per second of all servers together, for the number of servers.")
  private @Nullable Double rps;

  @Option(
      names = "--policies",
      split = ",",
      paramLabel = "P",
      description =
          "Names as in curtail policies; loads are compared with the first policy that carries any. Default: all policies that a profile without predictions permits; for a log, policies with one thread a request, or with --speedup sequential, fixed-2, adaptive, tail-index.")
  private @Nullable List<String> policies;

  @Mixin private final PolicyJarOption ownPolicies = new PolicyJarOption();

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
          "Seed of demands and arrivals of the first trace; further ones have the next seeds. Default: ${DEFAULT-VALUE}.")
  private long seed = 1;

  @Mixin private final MachineOptions machines = new MachineOptions();

  @Mixin private final ServiceTimeOptions times = new ServiceTimeOptions();

  @Option(
      names = "--max-degree",
      paramLabel = "N",
      description = "With a log and --speedup: greatest number of threads of a request.")
  private @Nullable Integer maxDegree;

  @Mixin private final OutputOptions output = new OutputOptions();

  @Mixin final SharedOptions shared = new SharedOptions();

  @Override
  public Integer call() throws IOException, InterruptedException {
    Path out = output.out;
    OutputOptions.spare("LOG", log, "--out", out);
    OutputOptions.spare("--profile", profile, "--out", out);
    OutputOptions.spare("--table", table == null ? null : Path.of(table), "--out", out);
    times.spare("--out", out);
    output.check(null);
    checkSource();
    target.check();
    if (log == null) {
      target.require("");
    }
    OptionRules.whole("--requests", requests, FEWEST_REQUESTS, MOST_REQUESTS);
    target.requireEnough(requests);
    if (rps != null) {
      OptionRules.above("--rps", 0, rps, MOST_PER_SECOND);
    }
    ownPolicies.register(policies);
    Machine machine = machines.machine();
    Source source = source(machine);
    CapacitySetting setting = setting(source.demand, machine);
    List<String> notes = source.times != null ? source.notes : remarks(setting);
    if (source.times != null && !shared.json) {
      shared.console.result(source.times);
    }
    (source.times != null
            ? notes
            : ProfileRemarks.brief(requireNonNull(profile).toString(), source.demand, notes))
        .forEach(shared.console::warn);
    CapacitySweep.Finished finished = CapacitySweep.run(setting, shared.console);
    if (finished.policies().isEmpty()) {
      throw new Interrupted("stopped in the first search; no results were written");
    }
    CapacityResults results =
        CapacityResults.of(finished, setting, rps, commandLine(setting), notes);
    print(results, setting);
    if (out != null) {
      OutputFile.write(out, results::write);
      shared.console.say("Wrote the results to " + out);
    }
    if (!finished.complete()) {
      throw output.stopped(finished.policies().size(), setting.policies().size(), "policies");
    }
    return 0;
  }

  /**
   * The demand.
   *
   * @param notes notes on a log
   * @param times times of a log, in words; null for a profile
   */
  private record Source(Profile demand, List<String> notes, @Nullable String times) {}

  /**
   * Rejects the command line unless it has one log or one profile; rejects options of logs without
   * a log.
   */
  private void checkSource() {
    if (log != null && profile == null && isProfile(log)) {
      profile = log;
      log = null;
    }
    if (log == null) {
      if (profile == null) {
        throw OptionRules.missing("LOG", "a log of latencies, or --profile with a profile");
      }
      ParseResult parsed = shared.command.commandLine().getParseResult();
      for (OptionSpec own : CommandSpec.forAnnotatedObject(new ServiceTimeOptions()).options()) {
        OptionRules.needs(own.longestName(), parsed.hasMatchedOption(own.longestName()), "a log");
      }
      OptionRules.needs("--max-degree", maxDegree != null, "a log");
      return;
    }
    OptionRules.excludes("--profile", profile != null, "the log " + log);
    OptionRules.needs("--max-degree", maxDegree != null && !times.hasSpeedup(), "--speedup");
    times.check();
  }

  /** True if the file is a profile instead of a log. */
  private static boolean isProfile(Path file) {
    try (InputStream input = Files.newInputStream(file)) {
      return new String(input.readNBytes(HEAD_BYTES), StandardCharsets.ISO_8859_1)
          .contains("\"" + PROFILE_FORMAT + "\"");
    } catch (IOException e) {
      return false; // The reader of logs reports this error later.
    }
  }

  private Source source(Machine machine) {
    Path file = log;
    if (file == null) {
      return new Source(NamedProfile.find(requireNonNull(profile)), List.of(), null);
    }
    LoggedDemand logged = LoggedDemand.of(times, file, maxDegree, machine.cores(), seed);
    double tailMs = logged.latencies().percentileMs(target.percentile(), 1);
    if (!target.isGiven()) {
      target.require(
          "; its value in %s is %s: use --target-p99-ms %s or another time"
              .formatted(
                  file,
                  Numbers.time(tailMs),
                  proposal(tailMs, aloneMs(logged.profile(), machine))));
    }
    return new Source(
        logged.profile(),
        logged.notes(),
        "%s: %s requests, p50 %s, p%s %s"
            .formatted(
                file,
                Numbers.count(logged.requests()),
                Numbers.time(logged.latencies().percentileMs(50, 1)),
                Numbers.plain(target.percentile()),
                Numbers.time(tailMs)));
  }

  private double aloneMs(Profile demand, Machine machine) {
    return ClairvoyantBound.isolatedMs(demand, machine.cores(), target.percentile());
  }

  /**
   * Returns a proposed target, rounded up to two digits. The proposed target is the tail in the
   * log, or more if the tail without competition is nearly as long.
   */
  private static String proposal(double tailMs, double aloneMs) {
    var exact = new BigDecimal(Math.max(tailMs, ROOM * aloneMs));
    return exact.round(new MathContext(2, RoundingMode.UP)).toPlainString();
  }

  private CapacitySetting setting(Profile demand, Machine machine) {
    Optional<NamedTable> intervals = Optional.ofNullable(table).map(NamedTable::find);
    target.requireReachable(
        aloneMs(demand, machine),
        "on the machine"
            + (log == null || times.hasSpeedup() ? "" : " with one thread each (see --speedup)"));
    double workMs = requests * 1000 / Rate.capacity(demand, machine.cores());
    machines.requireFewPauses(workMs, workMs);
    intervals.flatMap(planned -> planned.remark(machine.cores())).ifPresent(shared.console::warn);
    var contenders =
        new Contenders(
            demand,
            requireNonNull(log == null ? profile : log).toString(),
            intervals.map(NamedTable::table),
            false,
            target.targetMs(),
            Optional.empty());
    var setting =
        new CapacitySetting(
            policies(contenders),
            new PoissonTraces(demand, requests, seed),
            machine,
            target.percentile(),
            target.targetMs(),
            log == null ? Precision.ONE_PERCENT : Precision.THREE_PERCENT);
    SimulatedTime.requireCountable(
        requests,
        CapacitySearch.idlePerSecond(setting.mostPerSecond()),
        demand,
        "on an idle machine");
    return setting;
  }

  private List<Contender> policies(Contenders contenders) {
    if (policies != null) {
      return untuned(contenders.named(policies));
    }
    if (log != null) {
      return contenders.named(times.hasSpeedup() ? null : ONE_THREAD);
    }
    if (!shared.json) {
      shared.console.warn(
          "%d more policies are possible with --policies: see curtail policies --all"
              .formatted(contenders.leftOut().size()));
    }
    return List.copyOf(contenders.all());
  }

  private List<String> remarks(CapacitySetting setting) {
    return ProfileRemarks.lines(
        requireNonNull(profile).toString(),
        setting.profile(),
        setting.policies().stream().map(Contender::name).toList());
  }

  /** Rejects policies that are tuned for each rate, because they have no capacity of their own. */
  private static List<Contender> untuned(List<Contender> contenders) {
    for (Contender contender : contenders) {
      if (contender instanceof Contender.ToTune) {
        throw new UsageError(
            "--policies: expected a number behind %s, as curtail policies lists it, found none"
                .formatted(contender.name()));
      }
    }
    return contenders;
  }

  private String commandLine(CapacitySetting setting) {
    CommandWords line =
        log == null
            ? CommandWords.of("capacity").option("--profile", requireNonNull(profile))
            : CommandWords.of("capacity", log.toString());
    return line.all(target)
        .ifGiven("--rps", rps == null ? null : Numbers.exact(rps))
        .option("--policies", setting.policies().stream().map(Contender::name).toList())
        .all(ownPolicies)
        .ifGiven("--table", table)
        .option("--requests", requests)
        .option("--seed", seed)
        .all(machines)
        .all(times)
        .ifGiven("--max-degree", maxDegree)
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
          "%s%s, %s requests in each trace, seed %d"
              .formatted(
                  rps == null ? "" : Numbers.plain(rps) + " requests/s, servers of ",
                  target.inWords(results.cores()),
                  Numbers.count(requests),
                  seed));
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
