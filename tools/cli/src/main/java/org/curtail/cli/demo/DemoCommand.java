package org.curtail.cli.demo;

import static org.curtail.cli.demo.StepLine.line;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import org.curtail.benchkit.files.JsonFile;
import org.curtail.benchkit.results.ResultsFile;
import org.curtail.benchkit.terminal.OptionRules;
import org.curtail.benchkit.terminal.PolicyNames;
import org.curtail.cli.bench.BenchCommand;
import org.curtail.cli.commandline.CommandWords;
import org.curtail.cli.commandline.SharedOptions;
import org.curtail.cli.demo.opensearch.DemoClusterOptions;
import org.curtail.cli.documents.JdkSources;
import org.curtail.cli.index.IndexCommand;
import org.curtail.cli.opensearch.ClusterClient;
import org.curtail.cli.plan.PlanCommand;
import org.curtail.cli.profile.ProfileCommand;
import org.curtail.cli.queries.QueriesCommand;
import org.curtail.cli.ranking.Ranking;
import org.curtail.cli.report.ReportCommand;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * {@code curtail demo}: the whole loop on text that every machine with a JDK has. Runs only the
 * printed commands.
 */
@Command(
    name = "demo",
    description =
        "Runs the whole loop on the JDK's own sources or your text: measures the demand, serves it"
            + " live on this machine, and on 16 emulated cores; ends with a recommendation. Or"
            + " compares a cluster of OpenSearch with and without the plugin.",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    footer = {
      "",
      "Examples:",
      "  curtail demo --quick --out demo",
      "  curtail demo --opensearch --quick --out cluster",
      "",
      "Started again with the same folder, it keeps the finished steps, and",
      "measures again, with more blocks, if a bench gave no verdict or showed no",
      "difference."
    })
public final class DemoCommand implements Callable<Integer> {
  private static final double[] LOADS = {0.3, 0.5, 0.7};

  /**
   * Greatest degree of the demo. Searches of a few milliseconds gain little above it, and each
   * degree takes time to profile.
   */
  private static final int GREATEST_DEGREE = 4;

  private static final Ranking DEFAULT_RANKING = new Ranking.Trees(20);
  private static final long DEFAULT_SEED = 1;

  @Option(
      names = "--quick",
      description =
          "A small index and short benches: about two minutes on two quiet cores, instead of nine;"
              + " with --opensearch eight instead of twenty.")
  private boolean quick;

  @Option(
      names = "--documents",
      paramLabel = "PATH",
      description =
          "Text to search, as for curtail index. Default: the sources of the JDK that runs this.")
  private List<Path> documents = List.of();

  @Option(
      names = "--ranking",
      paramLabel = "R",
      converter = Ranking.Converter.class,
      description =
          "Scoring of matches: bm25, or trees-N. Default: trees-20, as costly as real engines'"
              + " ranking.")
  private @Nullable Ranking wantedRanking;

  @Option(
      names = "--seed",
      paramLabel = "S",
      description = "For queries and arrivals. Default: ${DEFAULT-VALUE}.")
  private long seed = DEFAULT_SEED;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description =
          "Folder for all files of the demo. Default: curtail-demo, or curtail-demo-quick.")
  private @Nullable Path out;

  @Mixin private final DemoClusterOptions cluster = new DemoClusterOptions();

  @Mixin final SharedOptions shared = new SharedOptions();

  @Override
  public Integer call() throws IOException, InterruptedException {
    boolean onCluster = cluster.isAsked();
    OptionRules.excludes("--ranking", onCluster && wantedRanking != null, ClusterClient.OPTION);
    String usual = onCluster ? "curtail-demo-opensearch" : "curtail-demo";
    Path folder = out == null ? Path.of(quick ? usual + "-quick" : usual) : out;
    DemoSize size = quick ? DemoSize.QUICK : DemoSize.FULL;
    List<Path> text =
        documents.isEmpty()
            ? List.of(JdkSources.zip("give any other text with --documents PATH"))
            : documents;
    if (onCluster) {
      return new ClusterSteps(folder, text, !documents.isEmpty(), size, seed, again())
          .by(new StepRunner(DemoSteps.in(folder), shared), cluster, shared);
    }
    Ranking ranking = wantedRanking == null ? DEFAULT_RANKING : wantedRanking;
    int cores = Runtime.getRuntime().availableProcessors();
    int degree = Math.min(cores, GREATEST_DEGREE);
    var runner = new StepRunner(DemoSteps.in(folder), shared);
    List<Object> workload =
        List.of(
            "--index",
            folder.resolve("index"),
            "--queries",
            folder.resolve("queries.tsv"),
            "--ranking",
            ranking);
    prepare(runner, size, folder, text, workload, ranking, degree, cores);
    List<String> policies =
        List.of(
            "sequential",
            "lucene-" + cores,
            "fixed-" + degree,
            "adaptive",
            "few-to-many",
            "tail-index",
            PolicyNames.AUTOMATIC);
    boolean measured = !runner.failed() && bench(runner, size, folder, policies, workload, cores);
    var manyCores =
        new ManyCores(folder, folder.resolve("profile.json"), size, degree, seed, again());
    if (!runner.failed()) {
      manyCores.by(runner);
    }
    Path results = folder.resolve(BenchCommand.RESULTS_NAME);
    Path report = folder.resolve("report.html");
    List<Path> all = List.of(results, manyCores.emulated(), manyCores.simulated());
    runner.step("9/9  Report", report, new ReportCommand(), line("report", all, "--out", report));
    if (runner.failed()) {
      return runner.exitCode();
    }
    new Conclusion(folder, manyCores, again())
        .say(shared, all.stream().map(ResultsFile::read).toList(), measured);
    return 0;
  }

  /** Prepares all inputs of a bench: an index, queries, a profile of them and a table. */
  private void prepare(
      StepRunner runner,
      DemoSize size,
      Path folder,
      List<Path> text,
      List<Object> workload,
      Ranking ranking,
      int degree,
      int cores)
      throws IOException {
    Path index = folder.resolve("index");
    runner.step(
        "1/9  Index: %s as passages of 60 words"
            .formatted(documents.isEmpty() ? "the JDK's own sources" : "your documents"),
        index,
        new IndexCommand(),
        line("index", text, "--out", index, "--passage-words", 60)
            .and("--analyzer", documents.isEmpty() ? "code" : "standard")
            .and(size.limit()));
    queries(runner, "2/9", size, folder, text, seed);
    Path profile = folder.resolve("profile.json");
    runner.step(
        "3/9  Profile: each query alone, at degree 1 to %d, ranking %s".formatted(degree, ranking),
        profile,
        new ProfileCommand(),
        line("profile", workload, "--max-degree", degree, "--runs", size.runs())
            .and("--cost-runs", size.costRuns(), "--out", profile));
    Path table = folder.resolve("table.json");
    runner.step(
        "4/9  Plan: the times to add threads, by load and progress",
        table,
        new PlanCommand(),
        line("plan", "--profile", profile, "--cores", cores, "--out", table));
  }

  /** Makes the queries. */
  static void queries(
      StepRunner runner, String number, DemoSize size, Path folder, List<Path> text, long seed)
      throws IOException {
    Path queries = folder.resolve("queries.tsv");
    runner.step(
        number + "  Queries: from the same text, by a seed",
        queries,
        new QueriesCommand(),
        line("queries", text, "--number", size.queries(), "--seed", seed)
            .and(size.limit(), "--out", queries));
  }

  /** Runs the bench; true if it measured, false if it kept earlier results. */
  private boolean bench(
      StepRunner runner,
      DemoSize size,
      Path folder,
      List<String> policies,
      List<Object> workload,
      int cores)
      throws IOException {
    Path profile = folder.resolve("profile.json");
    IntFunction<StepLine> lineOf =
        blocks ->
            line("bench", workload)
                .and("--policies", String.join(",", policies))
                .and("--load", loads())
                .and("--requests", blocks * size.requestsPerBlock(), "--repeats", blocks)
                .and("--profile", profile)
                .and("--table", folder.resolve("table.json"), "--seed", seed, "--out", folder);
    // The profile, which determines the number of blocks, exists after the plan.
    int blocks = size.blocks(JsonFile.PROFILE.read(profile), cores, policies.size(), LOADS);
    return new MeasuringStep(
            "5/9  Bench",
            "seven policies live on this machine, on the same arrivals, in turn",
            folder.resolve(BenchCommand.RESULTS_NAME),
            lineOf,
            again())
        .by(runner, blocks);
  }

  static String loads() {
    return Arrays.stream(LOADS).mapToObj(String::valueOf).collect(Collectors.joining(","));
  }

  /** The command that continues this demo. */
  private String again() {
    var line = CommandWords.of("demo").all(cluster).flag("--quick", quick);
    documents.forEach(path -> line.option("--documents", path));
    return line.ifGiven("--ranking", DEFAULT_RANKING.equals(wantedRanking) ? null : wantedRanking)
        .ifGiven("--seed", seed == DEFAULT_SEED ? null : seed)
        .ifGiven("--out", out)
        .toString();
  }
}
