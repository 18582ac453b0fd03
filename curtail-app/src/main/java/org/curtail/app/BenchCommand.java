package org.curtail.app;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.curtail.IntervalTable;
import org.curtail.Profile;
import org.curtail.app.bench.Bench;
import org.curtail.app.bench.BenchSetting;
import org.curtail.app.bench.Contenders;
import org.curtail.app.files.ProfileFile;
import org.curtail.app.files.TableFile;
import org.curtail.app.results.Comparison;
import org.curtail.app.results.Comparison.Ratio;
import org.curtail.app.results.Results;
import org.curtail.app.results.ResultsFile;
import org.curtail.app.results.Run;
import org.curtail.app.terminal.Interrupted;
import org.curtail.app.terminal.Misuse;
import org.curtail.app.terminal.OutputFile;
import org.curtail.policy.Policies;
import org.curtail.policy.Policies.Need;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code curtail bench}: policies side by side under an open-loop load. */
@Command(
    name = "bench",
    description = "Compares policies live on this machine under an open-loop Poisson load.",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    footer = {
      "",
      "Example: curtail bench --index wiki --queries log.tsv --profile profile.json \\",
      "             --table table.json --load 0.3,0.5,0.7 --requests 10000 --out results"
    })
final class BenchCommand implements Callable<Integer> {
  static final String RESULTS_NAME = "results.json";

  @Mixin private final WorkloadOptions workload = new WorkloadOptions();

  @Option(
      names = "--policies",
      split = ",",
      paramLabel = "P",
      description =
          "Names as curtail policies lists them, but those that need predictions or true demands;"
              + " with @executor behind them they serve unmodified Lucene as its executor, in finer"
              + " slices than its own; and lucene-N, unmodified Lucene with an executor of N threads."
              + " Default: sequential,"
              + " fixed-N, lucene-N, adaptive, few-to-many, N the number of cores.")
  private List<String> policies = List.of();

  @Option(
      names = "--load",
      split = ",",
      paramLabel = "L",
      description =
          "Loads, as shares of the sequential capacity measured beside each block. Default:"
              + " 0.3,0.5,0.7.")
  private List<Double> loads = List.of(0.3, 0.5, 0.7);

  @Option(
      names = "--requests",
      paramLabel = "N",
      description = "Requests per policy and load. Default: ${DEFAULT-VALUE}.")
  private int requests = 10_000;

  @Option(
      names = "--repeats",
      paramLabel = "R",
      description =
          "Blocks that they come in; policies take turns block by block. Default: ${DEFAULT-VALUE}.")
  private int repeats = 40;

  @Option(
      names = "--profile",
      paramLabel = "FILE",
      description =
          "Profile, for the policies that need one, as curtail policies says, and the bound.")
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
  private int cores = Runtime.getRuntime().availableProcessors();

  @Option(
      names = "--seed",
      paramLabel = "S",
      description = "For arrivals, order and resampling. Default: ${DEFAULT-VALUE}.")
  private long seed = 1;

  @Option(
      names = "--out",
      required = true,
      paramLabel = "DIR",
      description = "Folder for " + RESULTS_NAME + ".")
  private Path out = Path.of("");

  @Option(names = "--overwrite", description = "Replace results that are there.")
  private boolean overwrite;

  @Mixin final SharedOptions shared = new SharedOptions();

  @Override
  public Integer call() throws IOException, InterruptedException {
    if (Files.exists(out) && !Files.isDirectory(out)) {
      throw new Misuse(out + ": expected a folder for the results, found a file");
    }
    Path file = out.resolve(RESULTS_NAME);
    OutputFile.check(file, overwrite);
    BenchSetting setting = setting();
    try (WorkloadOptions.Opened opened = workload.open(shared.console)) {
      Results results =
          new Bench(opened.workload(), setting, shared.console)
              .run(commandLine(setting), opened.described());
      OutputFile.write(file, writer -> ResultsFile.write(results, writer));
      boolean interrupted = results.settings().containsKey("interrupted");
      if (!interrupted) {
        print(results);
        shared.console.say("Wrote the results to " + file);
        return 0;
      }
      throw new Interrupted(
          "stopped; wrote %s from the %s of %d blocks that were finished"
              .formatted(file, results.settings().get("blocks"), setting.groups()));
    }
  }

  private BenchSetting setting() {
    if (cores < 1 || cores > Runtime.getRuntime().availableProcessors()) {
      throw new Misuse(
          "--cores: expected 1 to the machine's %d, found %d"
              .formatted(Runtime.getRuntime().availableProcessors(), cores));
    }
    if (repeats < 1) {
      throw new Misuse("--repeats: expected a number of at least 1, found " + repeats);
    }
    if (requests < repeats * BenchSetting.LEAST_REQUESTS_PER_BLOCK) {
      throw new Misuse(
          "--requests: expected at least %d for each of %d blocks, found %d"
              .formatted(BenchSetting.LEAST_REQUESTS_PER_BLOCK, repeats, requests));
    }
    Optional<Profile> demand = Optional.ofNullable(profile).map(ProfileFile::read);
    Optional<IntervalTable> intervals = Optional.ofNullable(table).map(TableFile::read);
    demand.ifPresent(measured -> intervals.ifPresent(t -> checkDegrees(measured, t)));
    intervals.filter(planned -> planned.cores() != cores).ifPresent(this::warnOfCores);
    List<String> names = policies.isEmpty() ? defaultPolicies(demand, intervals) : policies;
    var ingredients = new Policies.Ingredients(demand, intervals);
    for (String name : names) {
      try {
        Contenders.check(name, ingredients, cores);
      } catch (IllegalArgumentException e) {
        throw new Misuse("--policies: " + e.getMessage() + hint(name), e);
      }
    }
    try {
      return new BenchSetting(
          names, loads, Math.ceilDiv(requests, repeats), repeats, cores, seed, demand, intervals);
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

  private void warnOfCores(IntervalTable planned) {
    shared.console.warn(
        "%s was planned for %d cores, this bench serves with %d"
            .formatted(table, planned.cores(), cores));
  }

  private List<String> defaultPolicies(
      Optional<Profile> demand, Optional<IntervalTable> intervals) {
    var names = new ArrayList<>(List.of("sequential", "lucene-" + cores, "fixed-" + cores));
    demand.ifPresent(measured -> names.add("adaptive"));
    intervals.ifPresent(planned -> names.add("few-to-many"));
    return names;
  }

  /** The options that would give a policy what it lacks. */
  private String hint(String contender) {
    String name = Contenders.policyOf(contender);
    if (!Policies.isKnown(name) || Policies.needsPrediction(name)) {
      return "";
    }
    boolean lacksProfile = Policies.needs(name).contains(Need.PROFILE) && profile == null;
    boolean lacksTable = Policies.needs(name).contains(Need.TABLE) && table == null;
    return (lacksProfile ? " (--profile FILE)" : "") + (lacksTable ? " (--table FILE)" : "");
  }

  private String commandLine(BenchSetting setting) {
    var words = new ArrayList<>(List.of("./curtail", "bench"));
    words.addAll(workload.words());
    words.addAll(List.of("--policies", String.join(",", setting.policies())));
    words.addAll(List.of("--load", String.join(",", loads.stream().map(String::valueOf).toList())));
    words.addAll(List.of("--requests", "" + requests, "--repeats", "" + repeats));
    if (profile != null) {
      words.addAll(List.of("--profile", profile.toString()));
    }
    if (table != null) {
      words.addAll(List.of("--table", table.toString()));
    }
    words.addAll(List.of("--cores", "" + cores, "--seed", "" + seed, "--out", out.toString()));
    return CommandWords.quoted(words);
  }

  private void print(Results results) throws IOException {
    if (shared.json) {
      var text = new StringWriter();
      ResultsFile.write(results, text);
      shared.console.result(text.toString().stripTrailing());
      return;
    }
    int longest = results.runs().stream().mapToInt(run -> run.policy().length()).max().orElse(0);
    String policy = "%-" + Math.max(14, longest + 1) + "s";
    shared.console.result(
        ("%-6s" + policy + "%10s%9s%9s%9s%9s%9s%8s%8s")
            .formatted(
                "load",
                "policy",
                "requests",
                "mean ms",
                "p50",
                "p95",
                "p99",
                "p99.9",
                "degree",
                "CPU ms"));
    for (Run run : results.runs()) {
      shared.console.result(
          ("%-6.2f" + policy + "%10d%9.2f%9.2f%9.2f%9.2f%9.2f%8.2f%8.2f")
              .formatted(
                  run.load(),
                  run.policy(),
                  run.requests(),
                  run.meanMs(),
                  run.p50Ms(),
                  run.p95Ms(),
                  run.p99Ms(),
                  run.p999Ms(),
                  run.meanDegree(),
                  run.cpu()));
    }
    shared.console.result("");
    shared.console.result("ratios (95 % interval), below 1 is faster");
    for (Run run : results.runs()) {
      if (!run.against().isEmpty()) {
        Comparison last = run.against().getLast();
        shared.console.result(
            ("%-6.2f" + policy + " mean %s  p95 %s  p99 %s  of %s")
                .formatted(
                    run.load(),
                    run.policy(),
                    ratio(last.mean()),
                    ratio(last.p95()),
                    ratio(last.p99()),
                    last.baseline()));
      }
    }
    shared.console.result("");
    shared.console.result(results.verdict().headline());
    results.verdict().details().forEach(shared.console::result);
  }

  private static String ratio(Ratio ratio) {
    return "%.2f (%.2f to %.2f)".formatted(ratio.value(), ratio.low(), ratio.high());
  }
}
