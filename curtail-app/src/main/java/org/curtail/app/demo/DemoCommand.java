package org.curtail.app.demo;

import static org.curtail.app.demo.StepLine.line;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import org.curtail.app.bench.BenchCommand;
import org.curtail.app.commandline.CommandWords;
import org.curtail.app.commandline.SharedOptions;
import org.curtail.app.index.IndexCommand;
import org.curtail.app.plan.PlanCommand;
import org.curtail.app.profile.ProfileCommand;
import org.curtail.app.queries.QueriesCommand;
import org.curtail.app.ranking.Ranking;
import org.curtail.app.ranking.RankingConverter;
import org.curtail.app.report.ReportCommand;
import org.curtail.measurement.files.ProfileFile;
import org.curtail.measurement.results.Results;
import org.curtail.measurement.results.ResultsFile;
import org.curtail.measurement.results.Verdict;
import org.curtail.measurement.results.Verdict.Next;
import org.curtail.measurement.results.Verdict.Outcome;
import org.curtail.measurement.terminal.Console;
import org.curtail.measurement.terminal.Misuse;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * {@code curtail demo}: the whole loop on text that every machine with a JDK has. Runs the other
 * commands, as printed, and nothing else.
 */
@Command(
    name = "demo",
    description =
        "Runs the whole loop, from index to report, on the JDK's own sources or your text.",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    footer = {
      "",
      "Example:",
      "  curtail demo --quick --out demo",
      "",
      "Started again with the same folder, it keeps the steps that are finished, and",
      "measures again, with more blocks, if the bench came to no verdict or showed no",
      "difference."
    })
public final class DemoCommand implements Callable<Integer> {
  private static final double[] LOADS = {0.3, 0.5, 0.7};

  /** Searches of a few milliseconds gain little beyond, and each degree takes time to profile. */
  private static final int GREATEST_DEGREE = 4;

  private static final Ranking DEFAULT_RANKING = new Ranking.Trees(20);
  private static final long DEFAULT_SEED = 1;

  /** An hour of the full demo. */
  private static final int MOST_BLOCKS = 1000;

  @Option(
      names = "--quick",
      description = "A small index and a short bench: a minute and a half instead of eight.")
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
      converter = RankingConverter.class,
      description =
          "How matches are scored: bm25, or trees-N. Default: trees-20, as costly as real engines'"
              + " ranking.")
  private Ranking ranking = DEFAULT_RANKING;

  @Option(
      names = "--seed",
      paramLabel = "S",
      description = "For queries and arrivals. Default: ${DEFAULT-VALUE}.")
  private long seed = DEFAULT_SEED;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "Folder for everything it makes. Default: curtail-demo, or curtail-demo-quick.")
  private @Nullable Path out;

  @Mixin final SharedOptions shared = new SharedOptions();

  @Override
  public Integer call() throws IOException {
    Path folder = out == null ? Path.of(quick ? "curtail-demo-quick" : "curtail-demo") : out;
    DemoSize size = quick ? DemoSize.QUICK : DemoSize.FULL;
    List<Path> text = documents.isEmpty() ? List.of(sourcesOfTheJdk()) : documents;
    int cores = Runtime.getRuntime().availableProcessors();
    int degree = Math.min(cores, GREATEST_DEGREE);
    var making = new Making(DemoSteps.in(folder), shared);
    List<Object> workload =
        List.of(
            "--index",
            folder.resolve("index"),
            "--queries",
            folder.resolve("queries.tsv"),
            "--ranking",
            ranking);
    prepare(making, size, folder, text, workload, degree, cores);
    List<String> policies =
        List.of(
            "sequential",
            "lucene-" + cores,
            "fixed-" + degree,
            "adaptive",
            "few-to-many",
            "tail-index");
    boolean measured =
        !making.failed() && bench(making, size, folder, policies, line("bench", workload), cores);
    Path results = folder.resolve(BenchCommand.RESULTS_NAME);
    Path report = folder.resolve("report.html");
    making.step(
        "6/6  Report", report, new ReportCommand(), line("report", results, "--out", report));
    if (making.failed()) {
      return making.exitCode();
    }
    conclude(folder, ResultsFile.read(results), measured);
    return 0;
  }

  /** All that a bench needs: an index, queries, a profile of them and a table. */
  private void prepare(
      Making making,
      DemoSize size,
      Path folder,
      List<Path> text,
      List<Object> workload,
      int degree,
      int cores)
      throws IOException {
    Path index = folder.resolve("index");
    making.step(
        "1/6  Index: %s as passages of 60 words"
            .formatted(documents.isEmpty() ? "the JDK's own sources" : "your documents"),
        index,
        new IndexCommand(),
        line("index", text, "--out", index, "--passage-words", 60)
            .and("--analyzer", documents.isEmpty() ? "code" : "standard")
            .and(size.limit()));
    Path queries = folder.resolve("queries.tsv");
    making.step(
        "2/6  Queries: made from the same text, by a seed",
        queries,
        new QueriesCommand(),
        line("queries", text, "--number", size.queries(), "--seed", seed)
            .and(size.limit(), "--out", queries));
    Path profile = folder.resolve("profile.json");
    making.step(
        "3/6  Profile: each query alone, at degree 1 to %d, ranking %s".formatted(degree, ranking),
        profile,
        new ProfileCommand(),
        line("profile", workload, "--max-degree", degree, "--runs", size.runs())
            .and("--cost-runs", size.costRuns(), "--out", profile));
    Path table = folder.resolve("table.json");
    making.step(
        "4/6  Plan: when to add threads, by load and progress",
        table,
        new PlanCommand(),
        line("plan", "--profile", profile, "--cores", cores, "--no-harm", "--out", table));
  }

  /**
   * Measures, or keeps what was measured and judged. What was not judged, or showed no difference,
   * is measured again: asked again, a user wants to know more. Returns whether it measured.
   */
  private boolean bench(
      Making making, DemoSize size, Path folder, List<String> policies, StepLine begin, int cores)
      throws IOException {
    Path results = folder.resolve(BenchCommand.RESULTS_NAME);
    // The number of blocks follows from the profile, which is there once the plan is.
    int blocks =
        size.blocks(
            ProfileFile.read(folder.resolve("profile.json")), cores, policies.size(), LOADS);
    IntFunction<StepLine> lineOf =
        count ->
            begin
                .and("--policies", String.join(",", policies))
                .and("--load", loads())
                .and("--requests", count * size.requestsPerBlock(), "--repeats", count)
                .and("--profile", folder.resolve("profile.json"))
                .and("--table", folder.resolve("table.json"), "--seed", seed, "--out", folder);
    String title = "5/6  Bench: six policies on the same arrivals, in turn";
    for (int doubled = blocks; doubled <= MOST_BLOCKS; doubled *= 2) {
      if (making.isKept(results, lineOf.apply(doubled))) {
        Verdict verdict = ResultsFile.read(results).verdict();
        if (isConclusive(verdict)) {
          blocks = doubled;
        } else {
          making.forget(results);
          boolean more = isForLackOfBlocks(verdict) && 2 * doubled <= MOST_BLOCKS;
          blocks = more ? 2 * doubled : doubled;
          title =
              "5/6  Bench again, %s: last time, %s"
                  .formatted(
                      more ? blocks + " blocks instead of " + doubled : "as many blocks",
                      why(verdict));
        }
        break;
      }
    }
    boolean measured = !making.isKept(results, lineOf.apply(blocks));
    making.step(title, results, BenchCommand.startedBy(again()), lineOf.apply(blocks));
    return measured;
  }

  private static boolean isConclusive(Verdict verdict) {
    // A file of before there was an outcome has a verdict or says that it has none.
    return verdict.outcome() == Outcome.DIFFERENCE
        || (verdict.outcome() == null && verdict.isGiven());
  }

  private static String loads() {
    return Arrays.stream(LOADS).mapToObj(String::valueOf).collect(Collectors.joining(","));
  }

  private static boolean isForLackOfBlocks(Verdict verdict) {
    return verdict.outcome() == Outcome.TOO_FEW || verdict.outcome() == Outcome.NO_DIFFERENCE;
  }

  private static String why(Verdict verdict) {
    Outcome outcome = verdict.outcome();
    return outcome == null
        ? "there was no verdict"
        : switch (outcome) {
          case DIFFERENCE -> "a difference was shown";
          case NO_DIFFERENCE -> "no difference was shown";
          case TOO_FEW -> "there was too little to judge";
          case TOO_BUSY -> "the machine was busy with something else";
          case NOTHING_TO_COMPARE -> "there was nothing to compare";
          case VOID -> "requests failed or answers were wrong";
        };
  }

  /** The command that goes on with this demo. */
  private String again() {
    var line = CommandWords.of("demo").flag("--quick", quick);
    documents.forEach(path -> line.option("--documents", path));
    return line.ifGiven("--ranking", ranking.equals(DEFAULT_RANKING) ? null : ranking)
        .ifGiven("--seed", seed == DEFAULT_SEED ? null : seed)
        .ifGiven("--out", out)
        .toString();
  }

  private static Path sourcesOfTheJdk() {
    Path home = Path.of(System.getProperty("java.home", ""));
    Path sources = home.resolve("lib").resolve("src.zip");
    if (!Files.isReadable(sources)) {
      throw new Misuse(
          sources
              + ": expected the JDK's own sources, found nothing; use a JDK that has them (Temurin"
              + " does) or give any other text with --documents PATH");
    }
    return sources;
  }

  private void conclude(Path folder, Results results, boolean measured) throws IOException {
    Console console = shared.console;
    if (shared.json) {
      var made = new LinkedHashMap<String, Object>();
      for (String name : List.of("index", "queries.tsv", "profile.json", "table.json")) {
        made.put(name.replaceFirst("\\..*", ""), folder.resolve(name).toString());
      }
      made.put("results", folder.resolve(BenchCommand.RESULTS_NAME).toString());
      made.put("report", folder.resolve("report.html").toString());
      made.put("verdict", results.verdict());
      console.json(new ObjectMapper().writeValueAsString(made));
      return;
    }
    console.heading(results.verdict().headline());
    console.say("Open " + folder.resolve("report.html"));
    Next next = results.verdict().next();
    if (next != null) {
      console.say(next.sentence());
    } else if (!measured) {
      Path kept = folder.resolve(BenchCommand.RESULTS_NAME);
      console.say(
          "All was kept. To measure again: rm %s && %s"
              .formatted(CommandWords.quoted(List.of(kept.toString())), again()));
    }
  }
}
