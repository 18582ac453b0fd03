package org.curtail.cli.tunechunks;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import org.curtail.benchkit.results.Results;
import org.curtail.benchkit.terminal.OptionRules;
import org.curtail.benchkit.terminal.UsageError;
import org.curtail.cli.commandline.CommandWords;
import org.curtail.cli.commandline.OutputOptions;
import org.curtail.cli.commandline.SharedOptions;
import org.curtail.cli.workload.SearchResults;
import org.curtail.cli.workload.WorkloadOptions;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code curtail tune-chunks}: a good number of chunks for an index. */
@Command(
    name = "tune-chunks",
    description = {
      "Finds into how many chunks an index in order of importance is best cut.",
      "Measures the mean time of searches by number of chunks, on one thread and at a degree. The"
          + " index must be one that curtail index --static-rank makes."
    },
    mixinStandardHelpOptions = true,
    sortOptions = false,
    footer = {
      "",
      "Example:",
      "  curtail tune-chunks --index ranked --queries log.tsv --out chunks.json"
    })
public final class TuneChunksCommand implements Callable<Integer> {
  private static final List<Integer> USUAL = List.of(25, 50, 100, 200, 400, 800);
  private static final int MOST_RUNS = 1000;

  @Mixin private final WorkloadOptions workload = new WorkloadOptions();

  @Option(
      names = "--counts",
      split = ",",
      paramLabel = "N",
      description =
          "Numbers of chunks to compare. Default: 25,50,100,200,400,800, as far as the index has"
              + " documents.")
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
          "Runs of each query with each count; it counts with its median. Default:"
              + " ${DEFAULT-VALUE}.")
  private int runs = 5;

  @Option(
      names = "--seed",
      paramLabel = "S",
      description = "For the order of queries and counts. Default: ${DEFAULT-VALUE}.")
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
          ChunkTuningResults.of(
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
    workload.ranked.requireNoChunks("--counts says which numbers are compared");
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
}
