package org.curtail.cli.tunechunks;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.curtail.benchkit.results.Noise;
import org.curtail.benchkit.results.NumberTable;
import org.curtail.benchkit.results.PaperFigure;
import org.curtail.benchkit.results.PaperFigure.Curve;
import org.curtail.benchkit.results.PaperFigure.Panel;
import org.curtail.benchkit.results.PaperFigure.Point;
import org.curtail.benchkit.results.Results;
import org.curtail.benchkit.results.Verdict;
import org.curtail.benchkit.stats.PairedBootstrap;
import org.curtail.benchkit.stats.Ratio;
import org.curtail.benchkit.terminal.OptionRules;
import org.curtail.benchkit.terminal.UsageError;
import org.curtail.benchkit.text.Numbers;
import org.curtail.benchkit.trust.BusyMachine;
import org.curtail.benchkit.trust.FewQueries;
import org.curtail.benchkit.trust.NoiseMeter;
import org.curtail.benchkit.trust.Superlinear;
import org.curtail.cli.commandline.CommandWords;
import org.curtail.cli.commandline.OutputOptions;
import org.curtail.cli.commandline.SharedOptions;
import org.curtail.cli.workload.SearchResults;
import org.curtail.cli.workload.WorkloadOptions;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code curtail tune-chunks}: finds a good number of chunks for an index. */
@Command(
    name = "tune-chunks",
    description = {
      "Finds the best number of chunks for an index in order of importance.",
      "Measures the mean time of searches by number of chunks, on one thread and at a degree. The index must come from curtail index --static-rank."
    },
    mixinStandardHelpOptions = true,
    sortOptions = false,
    footer = {
      "",
      "Example:",
      "  curtail tune-chunks --index ranked --queries log.tsv --out chunks.json"
    })
public final class TuneChunksCommand implements Callable<Integer> {
  private static final String KIND = "tune-chunks";

  private static final String COUNT = "chunks";

  private static final List<Integer> USUAL = List.of(25, 50, 100, 200, 400, 800);
  private static final int MOST_RUNS = 1000;

  @Mixin private final WorkloadOptions workload = new WorkloadOptions();

  @Option(
      names = "--counts",
      split = ",",
      paramLabel = "N",
      description =
          "Numbers of chunks to compare. Default: 25,50,100,200,400,800, up to the number of documents.")
  private @Nullable List<Integer> counts;

  @Option(
      names = "--degree",
      paramLabel = "N",
      description = "Threads that share a search. Default: the machine's cores, at least 2.")
  private int degree = Math.max(2, Runtime.getRuntime().availableProcessors());

  @Option(
      names = "--runs",
      paramLabel = "R",
      description =
          "Runs of each query with each count; its median counts. Default: ${DEFAULT-VALUE}.")
  private int runs = 5;

  @Option(
      names = "--seed",
      paramLabel = "S",
      description = "Seed of the order of queries and counts. Default: ${DEFAULT-VALUE}.")
  private long seed = 1;

  @Mixin private final OutputOptions output = new OutputOptions();

  @Mixin final SharedOptions shared = new SharedOptions();

  @Override
  public Integer call() throws IOException {
    check();
    try (WorkloadOptions.Opened opened = workload.open(shared.console)) {
      int documents = opened.workload().reader().maxDoc();
      var setting = new ChunkTuning.Setting(counts(documents), degree, runs, seed);
      Results results =
          of(
              new ChunkTuning(opened.workload(), setting, shared.console),
              setting,
              opened.described(),
              commandLine(setting));
      SearchResults.write(results, output.out, shared);
      return 0;
    }
  }

  /** Checks options before files are opened. */
  private void check() {
    output.check(null);
    workload.ranked.requireOrder();
    workload.ranked.requireNoChunks("--counts determines the compared numbers");
    int most = Math.max(2, Runtime.getRuntime().availableProcessors());
    OptionRules.whole("--degree", degree, 1, most);
    OptionRules.whole("--runs", runs, 1, MOST_RUNS);
    if (counts != null) {
      counts.forEach(count -> OptionRules.whole("--counts", count, 1, Integer.MAX_VALUE));
      OptionRules.each("--counts", counts);
    }
  }

  private List<Integer> counts(int documents) {
    if (counts == null) {
      List<Integer> fitting = USUAL.stream().filter(count -> count <= documents).toList();
      return fitting.isEmpty() ? List.of(documents) : fitting;
    }
    for (int count : counts) {
      if (count > documents) {
        throw new UsageError(
            "--counts: expected at most %,d, one chunk for each document of the index, found %d"
                .formatted(documents, count));
      }
    }
    return counts.stream().distinct().sorted().toList();
  }

  private String commandLine(ChunkTuning.Setting setting) {
    return CommandWords.of("tune-chunks")
        .all(workload)
        .option("--counts", setting.counts())
        .option("--degree", degree)
        .option("--runs", runs)
        .option("--seed", seed)
        .ifGiven("--out", output.out)
        .toString();
  }

  // ---- The results.

  /**
   * Measures and judges.
   *
   * @param described the index and queries, for people
   * @param command the command that does the same again
   */
  public static Results of(
      ChunkTuning tuning,
      ChunkTuning.Setting setting,
      Map<String, Object> described,
      String command)
      throws IOException {
    try (var noise = new NoiseMeter()) {
      List<ChunkCost> costs = tuning.measure();
      return of(costs, noise.soFar(), setting, described, command);
    }
  }

  static Results of(
      List<ChunkCost> costs,
      Noise noise,
      ChunkTuning.Setting setting,
      Map<String, Object> described,
      String command) {
    ChunkAdvice advice = ChunkAdvice.of(costs, setting.seed());
    var settings = new LinkedHashMap<>(described);
    settings.put("chunks", setting.counts());
    settings.put("queries", costs.getFirst().parallelMs().queries());
    settings.put("degree", setting.degree());
    settings.put("runs", setting.runs());
    if (!BusyMachine.forbidsVerdict(noise)) {
      settings.put("recommended chunks", advice.best().asked());
    }
    settings.put("not to be told from it", advice.alike().stream().map(ChunkCost::asked).toList());
    return new Results(
            KIND,
            setting.seed(),
            Runtime.getRuntime().availableProcessors(),
            command,
            settings,
            null,
            null,
            noise,
            List.of(),
            verdict(costs, advice, noise, setting.degree()))
        .with()
        .figures(List.of(figure(costs, setting.degree())))
        .tables(List.of(table(costs, advice, setting.degree())))
        .results();
  }

  private static Verdict verdict(
      List<ChunkCost> costs, ChunkAdvice advice, Noise noise, int degree) {
    String headline =
        BusyMachine.forbidsVerdict(noise)
            ? "No advice: other processes took %s of the machine; run again when it is quiet. The least mean time at degree %d was that of %d chunks, perhaps by chance."
                .formatted(Numbers.percent(noise.stolenShare()), degree, advice.best().asked())
            : advice.headline(degree);
    return new Verdict(headline, advice.details())
        .with(
            Stream.of(
                    BusyMachine.notes(noise),
                    superlinear(costs, degree),
                    FewQueries.notesOfMeans(advice.best().parallelMs().queries()))
                .flatMap(List::stream)
                .map("Doubtful: %s."::formatted)
                .toList());
  }

  private static List<String> superlinear(List<ChunkCost> costs, int degree) {
    var bootstrap = new PairedBootstrap(costs.getFirst().parallelMs().queries(), degree);
    return costs.stream()
        .flatMap(cost -> {
          Ratio speedup =
              bootstrap.ratio(cost.sequentialMs().meanFigure(), cost.parallelMs().meanFigure());
          return Superlinear.notes(
              "%d chunks".formatted(cost.asked()), degree, speedup.value(), speedup.low())
              .stream();
        })
        .toList();
  }

  private static NumberTable table(List<ChunkCost> costs, ChunkAdvice advice, int degree) {
    return new NumberTable(
        "Mean time by number of chunks",
        "Median of each query's runs, then the mean over queries. The ratio is that of the mean at degree %d to the least, with a 95 %% interval from resampling queries; if it contains 1, no difference is shown. Speculative chunks are not visited by a search on one thread."
            .formatted(degree),
        COUNT,
        List.of(
            "one thread, ms",
            "degree " + degree + ", ms",
            "ratio to best",
            "from",
            "to",
            "processed, one thread",
            "at degree " + degree,
            "speculative, %"),
        costs.stream().map(cost -> line(cost, advice.ratios().get(costs.indexOf(cost)))).toList());
  }

  private static NumberTable.Line line(ChunkCost cost, Ratio ratio) {
    return new NumberTable.Line(
        Integer.toString(cost.asked()),
        List.of(
            cost.sequentialMs().mean(),
            cost.parallelMs().mean(),
            ratio.value(),
            ratio.low(),
            ratio.high(),
            cost.sequentialChunks().mean(),
            cost.visited().mean(),
            100 * cost.speculativeShare()));
  }

  private static PaperFigure figure(List<ChunkCost> costs, int degree) {
    return new PaperFigure(
        "Number of chunks",
        "Few chunks cause much speculative work and uneven threads; many chunks cost time for each change",
        List.of(
            Panel.of(
                "(a) Mean time",
                COUNT,
                "mean time, ms",
                List.of(
                    curve("one thread", costs, cost -> cost.sequentialMs().mean()),
                    curve("degree " + degree, costs, cost -> cost.parallelMs().mean()))),
            Panel.of(
                "(b) Visited",
                COUNT,
                "part of the index visited, %",
                List.of(
                    curve("one thread", costs, cost -> 100 * cost.visitedShare()),
                    curve(
                        "degree " + degree,
                        costs,
                        cost -> 100 * cost.visited().mean() / cost.chunks())))));
  }

  private static Curve curve(
      String name, List<ChunkCost> costs, ToDoubleFunction<ChunkCost> number) {
    return new Curve(
        name,
        false,
        costs.stream()
            .map(cost -> {
              double y = number.applyAsDouble(cost);
              return new Point(cost.asked(), y, y, y);
            })
            .toList());
  }
}
