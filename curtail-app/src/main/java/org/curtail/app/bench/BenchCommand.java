package org.curtail.app.bench;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.curtail.IntervalTable;
import org.curtail.Profile;
import org.curtail.app.commandline.CommandWords;
import org.curtail.app.commandline.NextStep;
import org.curtail.app.commandline.SharedOptions;
import org.curtail.app.emulate.EmulatedPolicy;
import org.curtail.app.emulate.Emulation;
import org.curtail.app.emulate.EmulationSetting;
import org.curtail.app.emulate.EmulationText;
import org.curtail.app.files.NamedProfile;
import org.curtail.app.files.ProfileFile;
import org.curtail.app.files.TableFile;
import org.curtail.app.openloop.ContenderName;
import org.curtail.app.policyruns.Rate;
import org.curtail.app.results.Interruption;
import org.curtail.app.results.Results;
import org.curtail.app.results.ResultsFile;
import org.curtail.app.results.Verdict.Next;
import org.curtail.app.steps.SteppedLoad;
import org.curtail.app.steps.StepsText;
import org.curtail.app.steps.StepsVerdict;
import org.curtail.app.terminal.Interrupted;
import org.curtail.app.terminal.Misuse;
import org.curtail.app.terminal.OptionRules;
import org.curtail.app.terminal.OutputFile;
import org.curtail.app.trust.ProfileRemarks;
import org.curtail.app.workload.WorkloadOptions;
import org.curtail.demand.ProfileRecorder;
import org.curtail.policy.Policies;
import org.curtail.policy.Policies.Need;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code curtail bench}: policies side by side under an open-loop load. */
@Command(
    name = "bench",
    description = {
      "Compares policies live on this machine under an open-loop Poisson load.",
      "Or compares the engine with the simulator on emulated cores, as many as you like."
    },
    mixinStandardHelpOptions = true,
    sortOptions = false,
    footer = {
      "",
      "Examples:",
      "  curtail bench --index wiki --queries log.tsv --profile profile.json \\",
      "      --table table.json --load 0.3,0.5,0.7 --requests 10000 --out results",
      "  curtail bench --profile few-to-many-lucene --emulate-cores 15 --rps 36,40,43 \\",
      "      --policies sequential,adaptive,tail-index --out emulated",
      "  curtail bench --profile adaptive-bing --emulate-cores 12 --out changing \\",
      "      --rps-steps 30:60s,60:60s,30:60s --policies sequential,adaptive"
    })
public final class BenchCommand implements Callable<Integer> {
  public static final String RESULTS_NAME = "results.json";

  /** Of what a user waits for: a few minutes. */
  private static final int LIVE_REQUESTS = 10_000;

  private static final int LIVE_REPEATS = 40;

  private static final int EMULATED_REQUESTS = 2000;
  private static final int EMULATED_REPEATS = 5;

  /** Of a load that changes: the fewest that show a difference, for each takes minutes. */
  private static final int STEPPED_REPEATS = StepsVerdict.FEWEST_REPEATS;

  private static final int MOST_REPEATS = 1_000_000;
  private static final int MOST_REQUESTS = 100_000_000;

  /** Times the capacity: more is no service any longer. */
  private static final double MOST_LOAD = 2;

  private static final List<Double> LIVE_LOADS = List.of(0.3, 0.5, 0.7);

  @Spec private @Nullable CommandSpec spec;

  @Mixin private final WorkloadOptions workload = new WorkloadOptions();

  @Mixin private final EmulationOptions emulation = new EmulationOptions();

  @Option(
      names = "--policies",
      split = ",",
      paramLabel = "P",
      description =
          "Names as curtail policies lists them, with numbers. Live, not those that need predictions"
              + " or true demands, and also lucene-N, unmodified Lucene with an executor of N threads,"
              + " and POLICY@executor, unmodified Lucene, finely sliced, with the engine's executor,"
              + " and, with --early-termination, POLICY/SHARING, the policy with its own way to share;"
              + " emulated, not those that boost. Default: sequential, fixed-N, lucene-N, adaptive,"
              + " few-to-many, tail-index, N the number of cores; emulated, fixed-N of the greatest"
              + " degree and no lucene-N.")
  private List<String> policies = List.of();

  @Option(
      names = "--load",
      split = ",",
      paramLabel = "L",
      description =
          "Loads, as shares of the sequential capacity measured beside each block; emulated, of that"
              + " of the profile. Default: 0.3,0.5,0.7; emulated 0.5,0.6,0.7.")
  private @Nullable List<Double> loads;

  @Mixin private final SteppedOptions stepped = new SteppedOptions();

  @Option(
      names = "--requests",
      paramLabel = "N",
      description = "Requests per policy and load. Default: 10000, emulated 2000.")
  private @Nullable Integer wantedRequests;

  private int requests;

  @Option(
      names = "--repeats",
      paramLabel = "R",
      description =
          "Blocks that they come in; policies take turns block by block. Default: 40, emulated 5."
              + " With --rps-steps: how often all steps are gone through. Default: 5.")
  private @Nullable Integer wantedRepeats;

  private int repeats;

  @Option(
      names = "--profile",
      paramLabel = "FILE",
      description =
          "Profile, for the policies that need one, as curtail policies says, and the bound;"
              + " emulated, also one like a paper's: few-to-many-lucene, few-to-many-bing,"
              + " adaptive-bing.")
  private @Nullable Path profile;

  @Option(
      names = "--table",
      paramLabel = "FILE",
      description = "Interval table, for few-to-many and few-to-many-literal.")
  private @Nullable Path table;

  @Option(
      names = "--cores",
      paramLabel = "N",
      description = "Cores to serve with. Default: all of the machine.")
  private @Nullable Integer wantedCores;

  private int cores;

  @Option(
      names = "--seed",
      paramLabel = "S",
      description = "For arrivals, order and resampling. Default: ${DEFAULT-VALUE}.")
  private long seed = 1;

  @Option(
      names = "--out",
      required = true,
      paramLabel = "DIR",
      description = "The folder for " + RESULTS_NAME + ".")
  private Path out = Path.of("");

  @Option(
      names = "--boosting",
      paramLabel = "K",
      description =
          "How policies that boost do so live: gate, system (thread priorities, if the system gives"
              + " them; see curtail machine) or off. Default: gate.")
  private BoostKind boosting = BoostKind.GATE;

  @Mixin private final RankedBenchOptions ranked = new RankedBenchOptions();

  @Mixin private final RecordingOptions recording = new RecordingOptions();

  @Option(names = "--overwrite", description = "Replace results that are there.")
  private boolean overwrite;

  @Mixin final SharedOptions shared = new SharedOptions();

  /** The words of the command that does the same again. */
  private List<String> words = List.of();

  /** What a user runs to measure again, if it is not this command. */
  private @Nullable String startedBy;

  /** Part of a greater command, which is what a user runs again. */
  public static BenchCommand startedBy(String command) {
    var bench = new BenchCommand();
    bench.startedBy = command;
    return bench;
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    if (Files.exists(out) && !Files.isDirectory(out)) {
      throw new Misuse(out + ": expected a folder for the results, found a file");
    }
    Path file = out.resolve(RESULTS_NAME);
    OutputFile.check(file, overwrite);
    requests = given(wantedRequests, emulation.isAsked() ? EMULATED_REQUESTS : LIVE_REQUESTS);
    repeats = given(wantedRepeats, defaultRepeats());
    cores = given(wantedCores, Runtime.getRuntime().availableProcessors());
    stepped.requireNone("--load", loads, "");
    stepped.requireNone("--requests", wantedRequests, ", whose rates say how many come");
    checkBlocks();
    Results measured = emulation.isAsked() ? emulated() : live();
    var again = new Again(words, requests, repeats, Optional.ofNullable(startedBy));
    Results results =
        measured.judged(measured.verdict().withNext(again.after(measured).orElse(null)));
    OutputFile.write(file, writer -> ResultsFile.write(results, writer));
    print(results);
    Interruption stopped = results.interrupted();
    if (stopped != null) {
      throw new Interrupted("%s; wrote what was finished to %s".formatted(stopped.inWords(), file));
    }
    shared.console.say("Wrote the results to " + file);
    NextStep.say(requireNonNull(spec), shared.console, "report", file, "--out", "report.html");
    return 0;
  }

  private int defaultRepeats() {
    if (stepped.isAsked()) {
      return STEPPED_REPEATS;
    }
    return emulation.isAsked() ? EMULATED_REPEATS : LIVE_REPEATS;
  }

  private static int given(@Nullable Integer value, int otherwise) {
    return value == null ? otherwise : value;
  }

  private Results live() throws IOException, InterruptedException {
    emulation.requireNoneWithoutCores();
    workload.require(", or in place of --index and --queries --profile and --emulate-cores");
    Optional<SteppedLoad> changing = stepped.load();
    Policies.Ingredients ingredients = ingredients();
    List<String> names = names(ingredients);
    recording.check(names, ingredients, profile, out.resolve(RESULTS_NAME), overwrite);
    List<String> remarks = ingredients.profile().map(it -> remarks(it, names)).orElse(List.of());
    Results results =
        changing.isPresent()
            ? live(steppedSetting(changing.get(), names, ingredients))
            : live(setting(names, ingredients));
    return results.withDetails(remarks);
  }

  /** On the profile, said at once; policies rely on it. */
  private List<String> remarks(Profile demand, List<String> names) {
    List<String> remarks = ProfileRemarks.lines(String.valueOf(profile), demand, names);
    remarks.forEach(shared.console::warn);
    return remarks;
  }

  private Results live(BenchSetting setting) throws IOException, InterruptedException {
    try (WorkloadOptions.Opened opened = workload.open(shared.console)) {
      var bench = new Bench(opened.workload(), setting, shared.console);
      List<String> load =
          List.of(
              "--load", String.join(",", setting.loads().stream().map(String::valueOf).toList()));
      Results results = bench.run(commandLine(setting.policies(), load), opened.described());
      return recorded(results, bench.recorder(), setting.policies(), setting.ingredients());
    }
  }

  private Results live(SteppedSetting setting) throws IOException, InterruptedException {
    try (WorkloadOptions.Opened opened = workload.open(shared.console)) {
      var bench = new SteppedBench(opened.workload(), setting, shared.console);
      List<String> load = SteppedOptions.words(setting.load());
      Results results = bench.run(commandLine(setting.policies(), load), opened.described());
      return recorded(results, bench.recorder(), setting.policies(), setting.ingredients());
    }
  }

  /** With what speaks against the profile that was recorded, if one was. */
  private Results recorded(
      Results results,
      ProfileRecorder recorder,
      List<String> policies,
      Policies.Ingredients ingredients)
      throws IOException {
    return results.withDetails(
        recording.write(recorder, policies, ingredients, results.noise(), shared.console));
  }

  private Results emulated() throws InterruptedException {
    WorkloadOptions.requireNone(requireNonNull(spec), "--emulate-cores");
    recording.requireNone("--emulate-cores");
    ranked.requireNone("--emulate-cores");
    if (wantedCores != null) {
      throw OptionRules.excludes("--cores", "--emulate-cores");
    }
    if (profile == null) {
      throw OptionRules.missing(
          "--profile", "the profile whose requests the emulated cores serve, a file or a name");
    }
    Profile demand = NamedProfile.find(profile);
    Optional<IntervalTable> intervals = Optional.ofNullable(table).map(TableFile::read);
    intervals.ifPresent(planned -> checkDegrees(demand, planned));
    EmulationSetting setting =
        emulation.setting(
            demand, intervals, policies, loads, stepped.load(), requests, repeats, seed);
    intervals
        .filter(planned -> planned.cores() != setting.cores())
        .ifPresent(planned -> warnOfCores(planned, setting.cores()));
    setting.rates().stream()
        .filter(Rate::isUnstable)
        .forEach(rate ->
            shared.console.warn("%s requests/s: %s".formatted(rate.text(), rate.unstable())));
    setting
        .changing()
        .flatMap(load -> load.steps().overload(Rate.capacity(demand, setting.cores())))
        .ifPresent(shared.console::warn);
    var described = new LinkedHashMap<String, Object>();
    described.put("profile", profile.toString());
    if (table != null) {
      described.put("table", table.toString());
    }
    List<String> remarks =
        remarks(demand, setting.policies().stream().map(EmulatedPolicy::name).toList());
    return new Emulation(setting, shared.console)
        .run(commandLine(setting), described)
        .withDetails(remarks);
  }

  private void checkBlocks() {
    OptionRules.whole("--repeats", repeats, 1, MOST_REPEATS);
    OptionRules.whole("--requests", requests, 1, MOST_REQUESTS);
    if (loads != null) {
      OptionRules.each("--load", loads);
      loads.forEach(load -> OptionRules.above("--load", 0, load, MOST_LOAD));
    }
    if (!stepped.isAsked() && requests < (long) repeats * BenchSetting.LEAST_REQUESTS_PER_BLOCK) {
      throw new Misuse(
          "--requests: expected at least %,d, which is %d for each of %,d blocks, found %d"
              .formatted(
                  (long) repeats * BenchSetting.LEAST_REQUESTS_PER_BLOCK,
                  BenchSetting.LEAST_REQUESTS_PER_BLOCK,
                  repeats,
                  requests));
    }
  }

  /** What policies may need, read and found to fit. */
  private Policies.Ingredients ingredients() {
    ranked.check(workload.ranked, policies);
    int machine = Runtime.getRuntime().availableProcessors();
    if (cores < 1 || cores > machine) {
      throw new Misuse(
          "--cores: expected a whole number from 1 to %d, the machine's cores, found %d"
              .formatted(machine, cores));
    }
    Optional<Profile> demand = Optional.ofNullable(profile).map(ProfileFile::read);
    Optional<IntervalTable> intervals = Optional.ofNullable(table).map(TableFile::read);
    demand.ifPresent(measured -> intervals.ifPresent(t -> checkDegrees(measured, t)));
    intervals
        .filter(planned -> planned.cores() != cores)
        .ifPresent(planned -> warnOfCores(planned, cores));
    return new Policies.Ingredients(demand, intervals);
  }

  /** The policies of a live bench, which can all be started. */
  private List<String> names(Policies.Ingredients ingredients) {
    List<String> names =
        policies.isEmpty() ? defaultPolicies(ingredients.profile(), ingredients.table()) : policies;
    OptionRules.each("--policies", names);
    for (String name : names) {
      try {
        Contenders.check(name, ingredients, cores);
      } catch (IllegalArgumentException e) {
        throw new Misuse("--policies: " + e.getMessage() + hint(name), e);
      }
    }
    return names;
  }

  private BenchSetting setting(List<String> names, Policies.Ingredients ingredients) {
    try {
      return new BenchSetting(
          names,
          loads == null ? LIVE_LOADS : loads,
          Math.ceilDiv(requests, repeats),
          repeats,
          cores,
          seed,
          boosting,
          ingredients.profile(),
          ingredients.table(),
          ranked.quality());
    } catch (IllegalArgumentException e) {
      throw new Misuse(String.valueOf(e.getMessage()), e);
    }
  }

  private SteppedSetting steppedSetting(
      SteppedLoad load, List<String> names, Policies.Ingredients ingredients) {
    try {
      return new SteppedSetting(
          load,
          names,
          repeats,
          cores,
          seed,
          boosting,
          ingredients.profile(),
          ingredients.table(),
          ranked.quality());
    } catch (IllegalArgumentException e) {
      throw new Misuse(String.valueOf(e.getMessage()), e);
    }
  }

  private void checkDegrees(Profile measured, IntervalTable intervals) {
    if (intervals.maxDegree() > measured.maxDegree()) {
      throw new Misuse(
          "%s: expected a table of at most the degree %d that %s has measured, found %d"
              .formatted(table, measured.maxDegree(), profile, intervals.maxDegree()));
    }
  }

  private void warnOfCores(IntervalTable planned, int serving) {
    shared.console.warn(
        "%s was planned for %d cores, this bench serves with %d"
            .formatted(table, planned.cores(), serving));
  }

  private List<String> defaultPolicies(
      Optional<Profile> demand, Optional<IntervalTable> intervals) {
    var names = new ArrayList<>(List.of("sequential", "lucene-" + cores, "fixed-" + cores));
    demand.ifPresent(measured -> names.add("adaptive"));
    intervals.ifPresent(planned -> names.add("few-to-many"));
    demand.ifPresent(measured -> names.add("tail-index"));
    return names;
  }

  /** The options that would give a policy what it lacks. */
  private String hint(String contender) {
    String name = ContenderName.of(contender).policy();
    if (!Policies.isKnown(name) || Policies.needsPrediction(name)) {
      return "";
    }
    boolean lacksProfile = Policies.needs(name).contains(Need.PROFILE) && profile == null;
    boolean lacksTable = Policies.needs(name).contains(Need.TABLE) && table == null;
    return (lacksProfile ? " (--profile FILE)" : "") + (lacksTable ? " (--table FILE)" : "");
  }

  private String commandLine(List<String> names, List<String> load) {
    List<String> words = workload.words();
    words.addAll(List.of("--policies", String.join(",", names)));
    words.addAll(load);
    words.addAll(List.of("--cores", "" + cores));
    words.addAll(ranked.words());
    if (boosting != BoostKind.GATE) {
      words.addAll(List.of("--boosting", boosting.name().toLowerCase(Locale.ROOT)));
    }
    return commandLine(words);
  }

  private String commandLine(EmulationSetting setting) {
    List<String> words = emulation.words(setting);
    setting.changing().ifPresent(load -> words.addAll(SteppedOptions.words(load)));
    words.addAll(
        List.of(
            "--policies",
            String.join(",", setting.policies().stream().map(EmulatedPolicy::name).toList())));
    return commandLine(words);
  }

  private String commandLine(List<String> own) {
    words = new ArrayList<>(List.of("./curtail", "bench"));
    words.addAll(own);
    if (!stepped.isAsked()) {
      words.addAll(List.of("--requests", "" + requests));
    }
    words.addAll(List.of("--repeats", "" + repeats));
    if (profile != null) {
      words.addAll(List.of("--profile", profile.toString()));
    }
    if (table != null) {
      words.addAll(List.of("--table", table.toString()));
    }
    words.addAll(List.of("--seed", "" + seed, "--out", out.toString()));
    words.addAll(recording.words());
    return CommandWords.quoted(words);
  }

  private void print(Results results) throws IOException {
    if (shared.json) {
      var text = new StringWriter();
      ResultsFile.write(results, text);
      shared.console.json(text.toString().stripTrailing());
      return;
    }
    if (!results.steps().isEmpty()) {
      StepsText.lines(results).forEach(shared.console::result);
      shared.console.result("");
    }
    (emulation.isAsked() ? EmulationText.lines(results) : BenchText.lines(results))
        .forEach(shared.console::result);
    shared.console.result("");
    shared.console.result(results.verdict().headline());
    results.verdict().details().forEach(shared.console::result);
    Next next = results.verdict().next();
    if (next != null) {
      shared.console.result("");
      shared.console.result(next.sentence());
    }
  }
}
