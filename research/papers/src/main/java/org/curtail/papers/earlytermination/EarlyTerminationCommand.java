package org.curtail.papers.earlytermination;

import java.io.IOException;
import java.util.List;
import java.util.stream.IntStream;
import org.curtail.benchkit.terminal.OptionRules;
import org.curtail.cli.commandline.CommandWords;
import org.curtail.cli.commandline.OutputOptions;
import org.curtail.cli.commandline.ResearchCommand;
import org.curtail.cli.commandline.SharedOptions;
import org.curtail.cli.workload.SearchResults;
import org.curtail.cli.workload.WorkloadOptions;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * {@code curtail early-termination}: the saving of early termination, the waste of sharing, and the
 * cost of both.
 */
@Command(
    name = "early-termination",
    description = {
      "Measures what searches in order of importance visit, save and cost.",
      "Says how much of an index they visit, how much more when threads share them, how much sooner"
          + " they end, and what they cost beside plain Lucene. The index must be one that curtail"
          + " index --static-rank makes."
    },
    mixinStandardHelpOptions = true,
    sortOptions = false,
    footer = {
      "",
      "Example:",
      "  curtail early-termination --index ranked --queries log.tsv \\",
      "      --max-queries 200 --out early.json"
    })
public final class EarlyTerminationCommand implements ResearchCommand {
  private static final List<Integer> USUAL_DEGREES = List.of(2, 4, 6);
  private static final int MOST_DEGREE = 64;
  private static final int MOST_RUNS = 1000;
  private static final int MOST_COMPETING = 1000;

  @Mixin private final WorkloadOptions workload = new WorkloadOptions();

  @Option(
      names = "--max-degree",
      paramLabel = "P",
      description =
          "Share searches among 2 to P threads. Default: 2, 4 and 6, also on fewer cores.")
  private @Nullable Integer maxDegree;

  @Option(
      names = "--competing-threads",
      paramLabel = "N",
      description =
          "Threads that compute beside the searches in every other run; 0 for none. Default: one"
              + " for each of the machine's cores.")
  private int competingThreads = Runtime.getRuntime().availableProcessors();

  @Option(
      names = "--runs",
      paramLabel = "R",
      description =
          "Runs of each query in each way; it counts with its median. Default: ${DEFAULT-VALUE}.")
  private int runs = 3;

  @Option(
      names = "--seed",
      paramLabel = "S",
      description = "For the order of queries and ways. Default: ${DEFAULT-VALUE}.")
  private long seed = 1;

  @Mixin private final OutputOptions output = new OutputOptions();

  @Mixin final SharedOptions shared = new SharedOptions();

  @Override
  public Integer call() throws IOException {
    output.check(null);
    workload.ranked.requireOrder();
    workload.ranked.requireNoSharing("all three ways are measured");
    EarlyTerminationSetting setting = setting();
    try (WorkloadOptions.Opened opened = workload.open(shared.console)) {
      var experiment = new EarlyTermination(opened.workload(), setting, shared.console);
      SearchResults.write(
          EarlyTerminationResults.of(experiment, setting, opened.described(), commandLine()),
          output.out,
          shared);
      return 0;
    }
  }

  private EarlyTerminationSetting setting() {
    if (maxDegree != null) {
      OptionRules.whole("--max-degree", maxDegree, 2, MOST_DEGREE);
    }
    OptionRules.whole("--competing-threads", competingThreads, 0, MOST_COMPETING);
    OptionRules.whole("--runs", runs, 1, MOST_RUNS);
    return new EarlyTerminationSetting(
        maxDegree == null ? USUAL_DEGREES : IntStream.rangeClosed(2, maxDegree).boxed().toList(),
        Runtime.getRuntime().availableProcessors(),
        runs,
        competingThreads,
        seed);
  }

  private String commandLine() {
    return CommandWords.of("early-termination")
        .all(workload)
        .ifGiven("--max-degree", maxDegree)
        .option("--competing-threads", competingThreads)
        .option("--runs", runs)
        .option("--seed", seed)
        .ifGiven("--out", output.out)
        .toString();
  }
}
