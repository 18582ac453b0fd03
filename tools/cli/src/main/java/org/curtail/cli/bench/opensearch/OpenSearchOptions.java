package org.curtail.cli.bench.opensearch;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.curtail.benchkit.results.Results;
import org.curtail.benchkit.terminal.Console;
import org.curtail.benchkit.terminal.UsageError;
import org.curtail.benchkit.text.Numbers;
import org.curtail.cli.commandline.AskedBlocks;
import org.curtail.cli.commandline.CommandWords;
import org.curtail.cli.opensearch.ClusterClient;
import org.curtail.cli.workload.WorkloadOptions.Named;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The cluster of OpenSearch that receives the searches, if any. */
public final class OpenSearchOptions {
  public static final String OPENSEARCH = ClusterClient.OPTION;

  private static final List<Double> LOADS = List.of(0.3, 0.5, 0.7);

  @Option(
      names = OPENSEARCH,
      paramLabel = "URL",
      description =
          "Send searches to the cluster of OpenSearch at this address, and compare it with and"
              + " without the plugin: --index names an index of the cluster. Settings of the cluster"
              + " are switched between blocks, and put back in the end.")
  private @Nullable String address;

  /** True if there is a cluster. */
  public boolean isAsked() {
    return address != null;
  }

  /**
   * Measures.
   *
   * @param command makes the command that does the same again, from the options of this kind only
   * @throws UsageError if something is out of range, or the cluster cannot be measured
   */
  public Results run(
      AskedBlocks asked,
      Named workload,
      Console console,
      Function<CommandWords.Options, String> command)
      throws IOException, InterruptedException {
    ClusterSetting setting = setting(asked, workload);
    String line = command.apply(words -> write(setting, words));
    List<String> bodies = SearchBodies.read(workload);
    try (var client = new ClusterClient(setting.address())) {
      ClusterFacts facts = ClusterFacts.read(client, workload.index(), setting.needsPlugin());
      return new ClusterBench(setting, client, facts, bodies, console).run(line);
    }
  }

  private ClusterSetting setting(AskedBlocks asked, Named workload) {
    asked.requireOneOf();
    asked.checkRates();
    return new ClusterSetting(
        requireNonNull(address),
        workload,
        ClusterContender.named(asked.policies()),
        asked.loadsOr(LOADS),
        Optional.ofNullable(asked.rps()),
        Math.ceilDiv(asked.requests(), asked.blocks()),
        asked.blocks(),
        asked.seed());
  }

  private static void write(ClusterSetting setting, CommandWords line) {
    Named workload = setting.workload();
    line.option(OPENSEARCH, setting.address())
        .option("--index", workload.index())
        .option("--queries", workload.queries())
        .option("--max-queries", workload.maxQueries());
    if (!workload.fields().isEmpty()) {
      line.option("--fields", workload.fields());
    }
    line.option("--top-hits", workload.topHits())
        .option("--policies", setting.contenders().stream().map(ClusterContender::name).toList());
    setting
        .perSecond()
        .ifPresentOrElse(
            rates -> line.option("--rps", rates.stream().map(Numbers::exact).toList()),
            () -> line.option("--load", setting.loads()));
  }
}
