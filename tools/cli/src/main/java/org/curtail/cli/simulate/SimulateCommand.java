package org.curtail.cli.simulate;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.curtail.IntervalTable;
import org.curtail.Profile;
import org.curtail.benchkit.files.NamedProfile;
import org.curtail.benchkit.files.NamedTable;
import org.curtail.benchkit.policyruns.Contender;
import org.curtail.benchkit.policyruns.PredictionError;
import org.curtail.benchkit.policyruns.Rate;
import org.curtail.benchkit.results.Results;
import org.curtail.benchkit.results.ResultsFile;
import org.curtail.benchkit.results.Run;
import org.curtail.benchkit.results.SampleSize;
import org.curtail.benchkit.results.Verdict.Next;
import org.curtail.benchkit.results.Verdict.Outcome;
import org.curtail.benchkit.terminal.Interrupted;
import org.curtail.benchkit.terminal.OptionRules;
import org.curtail.benchkit.terminal.UsageError;
import org.curtail.benchkit.text.Numbers;
import org.curtail.benchkit.trust.ProfileRemarks;
import org.curtail.cli.commandline.CommandWords;
import org.curtail.cli.commandline.OutputOptions;
import org.curtail.cli.commandline.PolicyJarOption;
import org.curtail.cli.commandline.SharedOptions;
import org.curtail.cli.simulation.Contenders;
import org.curtail.cli.simulation.MachineOptions;
import org.curtail.cli.simulation.SimulatedTime;
import org.curtail.policies.Policies;
import org.curtail.sim.Machine;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code curtail simulate}: compares policies on a machine of any size, without a service. */
@Command(
    name = "simulate",
    description = {
      "Simulates how policies serve a profile's requests on a machine of any size.",
      "Shows beside them a limit that no policy can exceed."
    },
    mixinStandardHelpOptions = true,
    sortOptions = false,
    footer = {
      "",
      "Examples:",
      "  curtail simulate --profile profile.json --cores 15 --out results.json",
      "  curtail simulate --profile few-to-many-lucene --cores 15 --rps 30,36,40 \\",
      "      --policies sequential,adaptive,few-to-many --table few-to-many-lucene"
    })
public final class SimulateCommand implements Callable<Integer> {
  private static final int FEWEST_REQUESTS = 100;
  private static final int MOST_REQUESTS = 1_000_000;
  private static final int DEFAULT_REQUESTS = 20_000;

  /** The policy with a published table of its own. */
  private static final String PUBLISHED = "few-to-many-published";

  private static final int COARSE_BELOW = 10;
  private static final int GREATEST = 9999;

  /** Policies whose parameters are numbers of requests. */
  private static final Set<String> WITHOUT_TIMES = Set.of("binary", "linear");

  /** Policies whose parameters are latencies, so values above all demands make sense. */
  private static final Set<String> AIMING_AT_LATENCY =
      Set.of("tpc", "edf", "tail-control", "tail-index-demoting", "tail-index-due");

  @Option(
      names = "--profile",
      required = true,
      paramLabel = "FILE",
      description =
          "A profile: a file, as curtail profile writes it, or one like a paper's:"
              + " few-to-many-lucene, few-to-many-bing, adaptive-bing.")
  private Path profile = Path.of("");

  @Option(
      names = "--policies",
      split = ",",
      paramLabel = "P",
      description =
          "Names as in curtail policies; ratios are to the first. Without their numbers, clairvoyant, predictive, dds, tpc, tail-control, tail-index-demoting, tail-index-due, edf, interval, binary and linear are tuned for each rate: for the least p99 on other arrivals, in whole numbers from 1 to 9999, which are milliseconds except for binary and linear. Default: sequential,fixed-2,adaptive,tail-index, and few-to-many with a table.")
  private @Nullable List<String> policies;

  @Mixin private final PolicyJarOption ownPolicies = new PolicyJarOption();

  @Option(
      names = "--known-profile",
      paramLabel = "FILE",
      description =
          "Profile for making and tuning policies, if demand has drifted since it was measured. Default: that of --profile.")
  private @Nullable Path knownProfile;

  @Option(
      names = "--table",
      paramLabel = "TABLE",
      description =
          "Interval table, for few-to-many: a file or a published one, few-to-many-lucene.")
  private @Nullable String table;

  @Mixin private final RateOptions rates = new RateOptions();

  @Option(
      names = "--requests",
      paramLabel = "N",
      description = "Requests in each run. Default: 20000, or all of --arrivals.")
  private @Nullable Integer wantedRequests;

  private int requests;

  @Mixin private final RepeatOptions repeats = new RepeatOptions();

  @Option(
      names = "--seed",
      paramLabel = "S",
      description = "For demands and arrivals. Default: ${DEFAULT-VALUE}.")
  private long seed = 1;

  @Option(
      names = "--boosting",
      description =
          "While there are more threads than cores, the oldest requests at the greatest degree keep whole cores (Few-to-Many paper, section 4.2), with any policy. For one policy: its name with +boosting after it.")
  private boolean boosting;

  @Option(
      names = "--prediction-error",
      paramLabel = "E",
      description =
          "Error of predictions, for policies that use them: standard deviation of the logarithm of true over predicted demand; 0 for the truth. Default: ${DEFAULT-VALUE}.")
  private double predictionError = 0.3;

  @Option(
      names = "--target-ms",
      paramLabel = "X",
      description =
          "Latency above which a request is late: shows the share of late requests, and is tail-control's target if it has no number.")
  private @Nullable Double targetMs;

  @Mixin private final MachineOptions machines = new MachineOptions();

  @Mixin private final OutputOptions output = new OutputOptions();

  @Mixin final SharedOptions shared = new SharedOptions();

  /** Returns the command that does the same again. */
  private CommandWords line = CommandWords.of("simulate");

  @Override
  public Integer call() throws IOException, InterruptedException {
    OutputOptions.spare("--profile", profile, "--out", output.out);
    OutputOptions.spare("--table", table == null ? null : Path.of(table), "--out", output.out);
    OutputOptions.spare("--arrivals", rates.recording(), "--out", output.out);
    OutputOptions.spare("--known-profile", knownProfile, "--out", output.out);
    output.check(null);
    requests = wantedRequests == null ? rates.recorded().orElse(DEFAULT_REQUESTS) : wantedRequests;
    OptionRules.whole("--requests", requests, FEWEST_REQUESTS, MOST_REQUESTS);
    PredictionError.check(predictionError);
    if (targetMs != null) {
      OptionRules.above("--target-ms", 0, targetMs, SimulatedTime.MOST_MS);
    }
    ownPolicies.register(policies);
    Optional<NamedTable> intervals = Optional.ofNullable(table).map(NamedTable::find);
    SimulationSetting setting = setting(intervals.map(NamedTable::table));
    warn(setting, intervals);
    Sweep.Finished finished = Sweep.run(setting, shared.console);
    if (finished.runs() == 0) {
      throw new Interrupted("stopped in the first runs; no results were written");
    }
    Results measured =
        SimulatedResults.of(
                finished,
                setting,
                commandLine(setting),
                described(),
                intervals.map(NamedTable::table).orElse(null))
            .withDetails(remarks(setting));
    Results results = measured.judged(measured.verdict().withNext(next(measured)));
    tuningRemarks(results.runs(), setting.known()).forEach(shared.console::warn);
    print(results, setting);
    output.write(results);
    if (output.out != null) {
      shared.console.say("Wrote the results to " + output.out);
      shared.sayReport(output.out, "report.html");
    }
    if (!finished.complete()) {
      throw output.stopped(finished.runs(), setting.runs(), "runs");
    }
    return 0;
  }

  /** Returns the next step to a better answer; null without one. */
  private @Nullable Next next(Results results) {
    if (results.interrupted() != null) {
      return new Next("To simulate all of it", again("--requests", requests));
    }
    Outcome outcome = results.verdict().outcome();
    if (outcome == Outcome.TOO_FEW) {
      int most = rates.recorded().orElse(MOST_REQUESTS);
      return most < SampleSize.fewest(99)
          ? null
          : new Next(
              "For a verdict, simulate more",
              again("--requests", Math.min(DEFAULT_REQUESTS + repeats.warmUp(requests), most)));
    }
    if (outcome == null || rates.areOwnDemands()) {
      return null; // More seeds would give the same requests.
    }
    if (outcome.isJudged() && repeats.repeats() == 1) {
      return new Next("To decide, simulate several seeds", again("--repeats", 5));
    }
    return outcome == Outcome.NO_DIFFERENCE
        ? new Next(
            "To look for smaller differences, simulate more",
            again("--repeats", Math.max(10, 2 * repeats.repeats())))
        : null;
  }

  private String again(String option, int value) {
    return line.with(option, value).flag("--overwrite", output.out != null).toString();
  }

  private SimulationSetting setting(Optional<IntervalTable> intervals) {
    Machine machine = machines.machine();
    Profile demand = NamedProfile.find(profile);
    Profile known = known(demand);
    List<Contender> contenders =
        new Contenders(
                known,
                profile.toString(),
                intervals,
                boosting,
                targetMs,
                Optional.ofNullable(knownProfile).map(file -> known))
            .named(policies);
    List<Rate> perSecond = rates.rates(demand, machine.cores());
    rates
        .recorded()
        .filter(recorded -> recorded < requests)
        .ifPresent(recorded -> {
          throw new UsageError(
              "--requests: expected at most %,d, as many as --arrivals has, found %d"
                  .formatted(recorded, requests));
        });
    for (Rate rate : perSecond) {
      SimulatedTime.requireCountable(
          requests, rate.perSecond(), demand, "at %s requests/s".formatted(rate.text()));
      machines.requireFewPauses(
          requests * 1000 / rate.perSecond(),
          requests * 1000 / Rate.capacity(demand, machine.cores()));
    }
    return new SimulationSetting(
        demand,
        known,
        contenders,
        perSecond,
        requests,
        rates.ownDemands(demand, repeats.repeats()),
        repeats.warmUp(requests),
        repeats.repeats(),
        seed,
        machine,
        new PredictionError(predictionError),
        targetMs);
  }

  private Profile known(Profile demand) {
    if (knownProfile == null) {
      return demand;
    }
    Profile known = NamedProfile.find(knownProfile);
    if (known.maxDegree() != demand.maxDegree()) {
      throw new UsageError(
          "--known-profile: expected degrees up to %d as in %s, found up to %d in %s"
              .formatted(demand.maxDegree(), profile, known.maxDegree(), knownProfile));
    }
    return known;
  }

  /** Remarks on the simulated profile, and on the profile that policies are made for. */
  private List<String> remarks(SimulationSetting setting) {
    List<String> names = setting.policies().stream().map(Contender::name).toList();
    return knownProfile == null
        ? ProfileRemarks.lines(profile.toString(), setting.known(), names)
        : Stream.concat(
                setting.profile().notes().stream().map(note -> profile + ": " + note),
                ProfileRemarks.lines(knownProfile.toString(), setting.known(), names).stream())
            .toList();
  }

  private void warn(SimulationSetting setting, Optional<NamedTable> intervals) {
    List<String> remarks =
        ProfileRemarks.brief(profile.toString(), setting.profile(), remarks(setting));
    (knownProfile == null
            ? remarks
            : ProfileRemarks.brief(knownProfile.toString(), setting.known(), remarks))
        .forEach(shared.console::warn);
    int cores = setting.machine().cores();
    intervals.flatMap(planned -> planned.remark(cores)).ifPresent(shared.console::warn);
    setting.policies().stream()
        .map(Contender::name)
        .filter(name -> name.startsWith(PUBLISHED))
        .map(name -> new NamedTable(name, IntervalTable.published("few-to-many-lucene")))
        .flatMap(published -> published.remark(cores).stream())
        .forEach(shared.console::warn);
    setting.rates().stream()
        .filter(Rate::isUnstable)
        .forEach(rate ->
            shared.console.warn("%s requests/s: %s".formatted(rate.text(), rate.unstable())));
  }

  private Map<String, Object> described() {
    var described = new LinkedHashMap<String, Object>();
    described.put("profile", profile.toString());
    if (knownProfile != null) {
      described.put("known profile", knownProfile.toString());
    }
    described.put("boosting", boosting);
    if (table != null) {
      described.put("table", table);
    }
    return described;
  }

  private String commandLine(SimulationSetting setting) {
    line =
        CommandWords.of("simulate")
            .option("--profile", profile)
            .option("--policies", setting.policies().stream().map(Contender::name).toList())
            .all(ownPolicies)
            .ifGiven("--known-profile", knownProfile)
            .ifGiven("--table", table)
            .all(rates)
            .option("--requests", requests)
            .option("--seed", seed)
            .all(repeats)
            .flag("--boosting", boosting)
            .option("--prediction-error", predictionError)
            .ifGiven("--target-ms", targetMs)
            .all(machines)
            .ifGiven("--out", output.out);
    return line.toString();
  }

  private void print(Results results, SimulationSetting setting) throws IOException {
    if (shared.json) {
      shared.console.json(ResultsFile.text(results));
      return;
    }
    int cores = setting.machine().cores();
    shared.console.result(
        "%s %s, %s requests in each run, seed %d%s%s"
            .formatted(
                Numbers.count(cores),
                cores == 1 ? "core" : "cores",
                Numbers.count(requests),
                seed,
                setting.repeats() == 1
                    ? ""
                    : " to %d, figures are means over these %d runs"
                        .formatted(seed + setting.repeats() - 1, setting.repeats()),
                results.runs().stream().anyMatch(run -> run.carries(99))
                    ? "; * is the lowest p99"
                    : ""));
    shared.console.result("");
    SimulationText.lines(results, setting.rates()).forEach(shared.console::result);
    shared.console.result(
        "Any policy: p99 at least %s, that of requests alone on the machine; at most %s requests/s."
            .formatted(
                Numbers.time(setting.isolationMs()),
                Numbers.significant(setting.stablePerSecond())));
    shared.console.result(results.verdict().headline());
    Next next = results.verdict().next();
    if (next != null) {
      shared.console.result(next.sentence());
    }
  }

  /**
   * Returns remarks on tuned numbers, at most one for each policy; empty without any.
   *
   * @param runs tuned or not
   * @param known the demand that policies were tuned for
   */
  private static List<String> tuningRemarks(List<Run> runs, Profile known) {
    var lines = new ArrayList<String>();
    var policies = new LinkedHashSet<String>();
    runs.stream().map(Run::policy).forEach(policies::add);
    for (String policy : policies) {
      List<String> found =
          runs.stream()
              .filter(run -> run.policy().equals(policy))
              .map(Run::tuned)
              .filter(Objects::nonNull)
              .toList();
      found.stream()
          .flatMap(name -> tuningRemark(policy, name, known))
          .limit(1)
          .forEach(lines::add);
    }
    return List.copyOf(lines);
  }

  private static Stream<String> tuningRemark(String policy, String found, Profile known) {
    String plain = Policies.withoutAdditions(policy);
    if (WITHOUT_TIMES.contains(plain)) {
      return Stream.empty();
    }
    List<Integer> numbersMs =
        Stream.of(Policies.withoutAdditions(found).substring(plain.length() + 1).split("-"))
            .map(Integer::valueOf)
            .toList();
    if (plain.equals("dds")) {
      // The greatest error means any error, so there is no need for greater numbers.
      numbersMs = numbersMs.stream().filter(ms -> ms != GREATEST).toList();
    }
    // A delay of zero is not coarse.
    if (numbersMs.stream().anyMatch(ms -> ms > 0 && ms < COARSE_BELOW)) {
      return Stream.of(
          found
              + ": whole milliseconds are coarse for numbers below %d, others between them may be better"
                  .formatted(COARSE_BELOW));
    }
    // Beyond the longest demand all thresholds are equal.
    boolean mayEndTooEarly =
        AIMING_AT_LATENCY.contains(plain) || known.percentileMs(100, 1) > GREATEST;
    return mayEndTooEarly && numbersMs.contains(GREATEST)
        ? Stream.of(
            found
                + ": %,d ms is the greatest possible number".formatted(GREATEST)
                + ", a greater one may be better")
        : Stream.empty();
  }
}
