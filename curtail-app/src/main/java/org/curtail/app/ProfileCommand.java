package org.curtail.app;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.concurrent.Callable;
import org.curtail.Profile;
import org.curtail.app.emulate.ReplayClaims;
import org.curtail.app.emulate.ReplayFindings;
import org.curtail.app.emulate.ReplayText;
import org.curtail.app.emulate.Replays;
import org.curtail.app.files.ProfileFile;
import org.curtail.app.report.Numbers;
import org.curtail.app.reproduce.ClaimText;
import org.curtail.app.results.Comparison.Ratio;
import org.curtail.app.results.Demand;
import org.curtail.app.results.SampleSize;
import org.curtail.app.search.DegreeOneCost;
import org.curtail.app.search.Profiler;
import org.curtail.app.search.Workload;
import org.curtail.app.terminal.Interrupted;
import org.curtail.app.terminal.Misuse;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code curtail profile}: from an index and a query log to a demand profile. */
@Command(
    name = "profile",
    description = "Measures how long each query takes at each degree of parallelism.",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    footer = {
      "",
      "Example: curtail profile --index wiki --queries log.tsv --max-degree 4 --out profile.json",
      "         curtail profile --index ranked --queries log.tsv --early-termination safe \\",
      "             --emulate-cores 12 --max-degree 12 --out profile.json"
    })
final class ProfileCommand implements Callable<Integer> {
  private static final double MOST_EXPECTED_COST = 1.02;
  private static final int DEFAULT_COST_RUNS = 3;

  @Mixin private final WorkloadOptions workload = new WorkloadOptions();

  @Option(
      names = "--max-degree",
      paramLabel = "N",
      description = "Measure degrees 1 to N. Default: the machine's cores, or those emulated.")
  private @Nullable Integer wantedMaxDegree;

  private int maxDegree;

  @Option(
      names = "--runs",
      paramLabel = "R",
      description =
          "Passes over the queries; a query counts with its median, and recorded ones each chunk."
              + " Default: ${DEFAULT-VALUE}.")
  private int runs = 5;

  @Option(
      names = "--warm-up",
      paramLabel = "W",
      description = "Passes before that, not counted. Default: ${DEFAULT-VALUE}.")
  private int warmUp = 1;

  @Option(
      names = "--seed",
      paramLabel = "S",
      description = "For the order of queries. Default: ${DEFAULT-VALUE}.")
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

  @Mixin private final OutputOptions output = new OutputOptions();

  @Mixin final SharedOptions shared = new SharedOptions();

  @Override
  public Integer call() throws IOException, InterruptedException {
    Path out = output.required("the profile");
    Profiler.Setting setting = setting();
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
      var measured = new Profiler(asked, setting, shared.console).measure(source);
      ProfileFile.write(out, measured.profile());
      if (measured.passes() < runs) {
        print(measured.profile(), null, null, out);
        throw new Interrupted(
            "stopped; wrote %s from the %d of %d runs that were finished"
                .formatted(out, measured.passes(), runs));
      }
      Ratio cost;
      try {
        cost = costRuns == 0 ? null : DegreeOneCost.measure(asked, costRuns, seed, shared.console);
      } catch (Interrupted e) {
        print(measured.profile(), null, null, out);
        throw new Interrupted(
            "%s; the profile is whole and was written to %s".formatted(e.getMessage(), out));
      }
      print(measured.profile(), cost, null, out);
      return 0;
    }
  }

  private void replay(Workload asked, String source, Path out)
      throws IOException, InterruptedException {
    Replays replayed = replays.replay(asked, maxDegree, runs, warmUp, seed, shared.console);
    ReplayFindings findings = replayed.findings();
    Profile profile =
        replayed.profile(
            "%s, recorded in order of importance, %s sharing, replayed on %d emulated cores"
                .formatted(source, findings.sharing(), findings.cores()));
    ProfileFile.write(out, profile);
    print(profile, null, findings, out);
  }

  private Profiler.Setting setting() {
    replays.check(workload.ranked.isAsked());
    int cores = replays.cores().orElseGet(() -> Runtime.getRuntime().availableProcessors());
    maxDegree = wantedMaxDegree == null ? cores : wantedMaxDegree;
    costRuns =
        wantedCostRuns != null
            ? wantedCostRuns
            : replays.cores().isPresent() ? 0 : DEFAULT_COST_RUNS;
    if (maxDegree < 1 || maxDegree > cores) {
      throw new Misuse(
          "--max-degree: expected 1 to the %s %d cores, found %d"
              .formatted(replays.cores().isPresent() ? "emulated" : "machine's", cores, maxDegree));
    }
    if (runs < 1) {
      throw new Misuse("--runs: expected a number of at least 1, found " + runs);
    }
    if (costRuns < 0) {
      throw new Misuse("--cost-runs: expected a number of at least 0, found " + costRuns);
    }
    if (costRuns > 0 && replays.cores().isPresent()) {
      throw new Misuse("--cost-runs: expected none with --emulate-cores, found " + costRuns);
    }
    if (warmUp < 0) {
      throw new Misuse("--warm-up: expected a number of at least 0, found " + warmUp);
    }
    return new Profiler.Setting(maxDegree, runs, warmUp, seed);
  }

  private void print(
      Profile profile, @Nullable Ratio cost, @Nullable ReplayFindings replayed, Path out)
      throws IOException {
    Demand demand = Demand.of(profile);
    if (shared.json) {
      var result = new LinkedHashMap<String, Object>();
      result.put("profile", out.toString());
      result.put("demand", demand);
      if (cost != null) {
        result.put("cpuAtDegreeOneOverPlainLucene", cost);
      }
      if (replayed != null) {
        result.put("emulated", replayed);
        result.put("claims", ReplayClaims.of(replayed));
      }
      shared.console.result(new ObjectMapper().writeValueAsString(result));
      return;
    }
    milliseconds("demand at degree 1, mean", demand.meanMs());
    percentile(demand, 50, demand.p50Ms());
    percentile(demand, 90, demand.p90Ms());
    percentile(demand, 95, demand.p95Ms());
    percentile(demand, 99, demand.p99Ms());
    milliseconds("longest", demand.maxMs());
    if (demand.carries(99)) {
      shared.console.result("%24s%9.1f".formatted("p99 over p50", demand.p99OverP50()));
    }
    shared.console.result("speedup at degree" + degrees(demand.maxDegree()));
    shared.console.result("  all            " + speedups(demand.speedupAll()));
    boolean twentieths = demand.carries(95);
    shared.console.result(
        "  longest 5 %    " + (twentieths ? speedups(demand.speedupLongest()) : fewTwentieths()));
    shared.console.result(
        "  shortest 5 %   " + (twentieths ? speedups(demand.speedupShortest()) : fewTwentieths()));
    if (cost != null) {
      shared.console.result(
          "CPU at degree 1 over plain Lucene: %.3f (%.3f to %.3f)"
              .formatted(cost.value(), cost.low(), cost.high()));
      if (cost.low() > MOST_EXPECTED_COST) {
        shared.console.warn(
            "staying at degree 1 costs more than %.2f times plain Lucene here"
                .formatted(MOST_EXPECTED_COST));
      }
    }
    if (replayed != null) {
      shared.console.result("");
      ReplayText.lines(replayed).forEach(shared.console::result);
      shared.console.result("");
      shared.console.result("Adaptive parallelism paper");
      ClaimText.lines(ReplayClaims.of(replayed)).forEach(shared.console::result);
    }
    shared.console.say("Wrote the profile to " + out);
  }

  private void milliseconds(String name, double ms) {
    shared.console.result("%24s%9.2f ms".formatted(name, ms));
  }

  private void percentile(Demand demand, double percentile, double ms) {
    String name = "p" + Numbers.plain(percentile);
    if (demand.carries(percentile)) {
      milliseconds(name, ms);
    } else {
      shared.console.result(
          "%24s%9s    of %,d requests; it takes %,d"
              .formatted(
                  name, SampleSize.TOO_FEW, demand.requests(), SampleSize.fewest(percentile)));
    }
  }

  private static String fewTwentieths() {
    return "%8s    it takes %,d requests".formatted(SampleSize.TOO_FEW, SampleSize.fewest(95));
  }

  private static String degrees(int maxDegree) {
    var text = new StringBuilder();
    for (int degree = 1; degree <= maxDegree; degree++) {
      text.append("%8d".formatted(degree));
    }
    return text.toString();
  }

  private static String speedups(List<Double> speedups) {
    var text = new StringBuilder();
    for (double speedup : speedups) {
      text.append("%8.2f".formatted(speedup));
    }
    return text.toString();
  }
}
