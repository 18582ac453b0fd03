package org.curtail.cli.profile;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.curtail.Profile;
import org.curtail.benchkit.files.JsonFile;
import org.curtail.benchkit.replay.ReplayFindings;
import org.curtail.benchkit.replay.Replays;
import org.curtail.benchkit.results.Noise;
import org.curtail.benchkit.search.Workload;
import org.curtail.benchkit.stats.Ratio;
import org.curtail.benchkit.terminal.Interrupted;
import org.curtail.benchkit.terminal.OptionRules;
import org.curtail.benchkit.terminal.UsageError;
import org.curtail.benchkit.trust.BusyMachine;
import org.curtail.benchkit.trust.FewQueries;
import org.curtail.benchkit.trust.NoiseMeter;
import org.curtail.benchkit.trust.Superlinear;
import org.curtail.cli.commandline.OutputOptions;
import org.curtail.cli.commandline.SharedOptions;
import org.curtail.cli.profile.times.ProfileOfTimes;
import org.curtail.cli.profile.times.TimesOptions;
import org.curtail.cli.workload.WorkloadOptions;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code curtail profile}: makes a demand profile from an index and a query log. */
@Command(
    name = "profile",
    description = {
      "Measures the time of each query at each degree of parallelism.",
      "With --times: makes a profile from logged durations of any service."
    },
    mixinStandardHelpOptions = true,
    sortOptions = false,
    footer = {
      "",
      "Examples:",
      "  curtail profile --index wiki --queries log.tsv --out profile.json",
      "  curtail profile --index ranked --queries log.tsv --early-termination safe \\",
      "      --emulate-cores 12 --max-degree 12 --out profile.json",
      "  curtail profile --times times.csv --arrived arrived_ms --max-degree 4 \\",
      "      --speedup amdahl:0.9,fixed:50us --out profile.json"
    })
public final class ProfileCommand implements Callable<Integer> {
  private static final double MOST_EXPECTED_COST = 1.02;
  private static final int DEFAULT_COST_RUNS = 3;
  private static final int MOST_RUNS = 1_000_000;

  /** Options of the measurement of searches. */
  private static final String[] ONLY_MEASURED = {
    "--runs", "--warm-up", "--cost-runs", "--emulate-cores", "--scale"
  };

  @Mixin private final WorkloadOptions workload = new WorkloadOptions();

  @Option(
      names = "--max-degree",
      paramLabel = "N",
      description =
          "Measure degrees 1 to N. Default: the number of cores, of the machine or emulated.")
  private @Nullable Integer wantedMaxDegree;

  private int maxDegree;

  @Option(
      names = "--runs",
      paramLabel = "R",
      description =
          "Passes over the queries; a query counts with its median, and recorded ones each chunk. Default: ${DEFAULT-VALUE}.")
  private int runs = 5;

  @Option(
      names = "--warm-up",
      paramLabel = "W",
      description = "Uncounted passes before. Default: ${DEFAULT-VALUE}.")
  private int warmUp = 1;

  @Option(
      names = "--seed",
      paramLabel = "S",
      description = "Seed of the order of queries, or of simulations. Default: ${DEFAULT-VALUE}.")
  private long seed = 1;

  @Option(
      names = "--cost-runs",
      paramLabel = "R",
      description =
          "Passes that compare CPU time at degree 1 with plain Lucene; 0 for none. Default: 3,"
              + " and none with --emulate-cores.")
  private @Nullable Integer wantedCostRuns;

  private int costRuns;

  @Mixin private final ReplayOptions replays = new ReplayOptions();

  @Mixin private final TimesOptions times = new TimesOptions();

  @Mixin private final OutputOptions output = new OutputOptions();

  @Mixin final SharedOptions shared = new SharedOptions();

  @Override
  public Integer call() throws IOException, InterruptedException {
    Path out = output.out;
    times.check(shared.command, ONLY_MEASURED);
    if (times.isAsked()) {
      WorkloadOptions.requireNone(shared.command, "--times");
      times.spare(out);
      output.check(times.arrivalsOut());
      ofTimes(out);
      return 0;
    }
    output.check(null);
    workload.require(", or --times with durations that were logged");
    Profiler.Setting setting = setting();
    if (out == null) {
      shared.console.warn("without --out the profile is printed but not kept");
    }
    try (WorkloadOptions.Opened opened = workload.open(shared.console)) {
      Workload asked = opened.workload();
      String source =
          "%s, %d queries of %s, ranking %s, top %d"
              .formatted(
                  opened.described().get("index"),
                  asked.queries().size(),
                  opened.described().get("query log"),
                  opened.described().get("ranking"),
                  asked.topHits());
      if (replays.cores().isPresent()) {
        replay(asked, source, out);
        return 0;
      }
      measure(asked, setting, source, out);
      return 0;
    }
  }

  private void ofTimes(@Nullable Path out) throws IOException {
    ProfileOfTimes made = ProfileOfTimes.of(times, wantedMaxDegree, seed);
    shared.console.say("profile: " + made.read());
    made.remarks().forEach(shared.console::warn);
    write(made.profile(), out);
    Path arrivals = times.arrivalsOut();
    if (arrivals != null) {
      made.writeArrivals(arrivals);
      shared.console.say("Wrote the moments of arrival to " + arrivals);
    }
    if (shared.json) {
      shared.console.json(ProfileText.json(made, out));
    } else {
      ProfileText.lines(made).forEach(shared.console::result);
    }
    made.profile().notes().forEach(shared.console::warn);
    sayNext(out, made.cores());
  }

  private void measure(Workload asked, Profiler.Setting setting, String source, @Nullable Path out)
      throws IOException {
    Profiler.Measured measured;
    Noise noise;
    try (var meter = new NoiseMeter()) {
      measured = new Profiler(asked, setting, shared.console).measure(source);
      noise = meter.soFar();
    }
    Profile profile = noted(measured.profile(), measured.runs(), noise);
    write(profile, out);
    if (measured.runs().size() < runs) {
      print(profile, noise, null, null, null, out);
      throw new Interrupted(
          "stopped; %s the %d of %d runs that were finished"
              .formatted(
                  out == null ? "nothing was written of" : "wrote " + out + " from",
                  measured.runs().size(),
                  runs));
    }
    DegreeOneCost.Measured cost;
    try {
      cost = costRuns == 0 ? null : DegreeOneCost.measure(asked, costRuns, seed, shared.console);
    } catch (Interrupted e) {
      print(profile, noise, null, DemandForecast.of(asked, profile, seed).orElse(null), null, out);
      throw new Interrupted(
          "%s; the profile is whole and %s"
              .formatted(
                  e.getMessage(), out == null ? "was not to be written" : "was written to " + out));
    }
    // Other programs on the machine make searches longer, but hardly change their CPU time.
    Optional<DemandForecast> forecast =
        cost == null
            ? DemandForecast.of(asked, profile, seed)
            : DemandForecast.ofCpuTime(asked, profile, cost.cpuNanos(), seed);
    print(profile, noise, cost == null ? null : cost.ratio(), forecast.orElse(null), null, out);
  }

  private static void write(Profile profile, @Nullable Path out) throws IOException {
    if (out != null) {
      JsonFile.PROFILE.write(out, profile);
    }
  }

  private void replay(Workload asked, String source, @Nullable Path out)
      throws IOException, InterruptedException {
    Replays replayed;
    Noise noise;
    try (var meter = new NoiseMeter()) {
      replayed = replays.replay(asked, maxDegree, runs, warmUp, seed, shared.console);
      noise = meter.soFar();
    }
    ReplayFindings findings = replayed.findings();
    Profile measured =
        replayed.profile(
            "%s, recorded in order of importance, %s sharing, replayed on %d emulated cores"
                .formatted(source, findings.sharing(), findings.cores()));
    Profile profile = noted(measured, List.of(), noise);
    write(profile, out);
    print(profile, noise, null, null, findings, out);
  }

  /** Adds notes on doubts about the profile. Every command that reads the profile repeats them. */
  private static Profile noted(Profile measured, List<Profile> runs, Noise noise) {
    return measured.withNotes(
        Stream.of(
                BusyMachine.notes(noise),
                Superlinear.notes(measured, runs),
                FewQueries.notes(measured.requests()))
            .flatMap(List::stream)
            .toList());
  }

  private Profiler.Setting setting() {
    replays.check(workload.ranked.isAsked());
    int cores = cores();
    maxDegree = wantedMaxDegree == null ? cores : wantedMaxDegree;
    costRuns =
        wantedCostRuns != null
            ? wantedCostRuns
            : replays.cores().isPresent() ? 0 : DEFAULT_COST_RUNS;
    if (maxDegree < 1 || maxDegree > cores) {
      throw new UsageError(
          "--max-degree: expected a whole number from 1 to %d, the %s cores, found %d"
              .formatted(cores, replays.cores().isPresent() ? "emulated" : "machine's", maxDegree));
    }
    OptionRules.whole("--runs", runs, 1, MOST_RUNS);
    OptionRules.whole("--cost-runs", costRuns, 0, MOST_RUNS);
    OptionRules.excludes(
        "--cost-runs", costRuns > 0 && replays.cores().isPresent(), "--emulate-cores");
    OptionRules.whole("--warm-up", warmUp, 0, MOST_RUNS);
    return new Profiler.Setting(maxDegree, runs, warmUp, seed);
  }

  private void print(
      Profile profile,
      Noise noise,
      @Nullable Ratio cost,
      @Nullable DemandForecast forecast,
      @Nullable ReplayFindings replayed,
      @Nullable Path out)
      throws IOException {
    if (shared.json) {
      shared.console.json(ProfileText.json(profile, noise, cost, forecast, replayed, out));
    } else {
      ProfileText.lines(profile, cost, forecast, replayed).forEach(shared.console::result);
      if (cost != null && cost.low() > MOST_EXPECTED_COST) {
        shared.console.warn(
            "staying at degree 1 costs more than %.2f times plain Lucene here"
                .formatted(MOST_EXPECTED_COST));
      }
      profile.notes().forEach(shared.console::warn);
    }
    sayNext(out, cores());
  }

  private void sayNext(@Nullable Path out, int cores) {
    if (out == null) {
      shared.sayNotWritten("the profile", "profile.json");
    } else {
      shared.console.say("Wrote the profile to " + out);
      shared.sayNext(
          "plan", "--profile", out, "--cores", cores, "--out", SharedOptions.free("table.json"));
    }
  }

  private int cores() {
    return replays.cores().orElseGet(() -> Runtime.getRuntime().availableProcessors());
  }
}
