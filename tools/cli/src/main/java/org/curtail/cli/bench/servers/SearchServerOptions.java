package org.curtail.cli.bench.servers;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.function.Function;
import org.curtail.benchkit.results.Results;
import org.curtail.benchkit.terminal.Console;
import org.curtail.benchkit.terminal.OptionRules;
import org.curtail.benchkit.terminal.UsageError;
import org.curtail.cli.bench.replicas.ReplicaOptions;
import org.curtail.cli.commandline.AskedBlocks;
import org.curtail.cli.commandline.CommandWords;
import org.curtail.cli.workload.WorkloadOptions;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options of a comparison of hedging on search servers. */
public final class SearchServerOptions {
  public static final String SERVERS = "--servers";

  private static final int LEAST_HEAP = 16;
  private static final int MOST_HEAP = 16_384;
  private static final int USUAL_HEAP = 64;

  @Option(
      names = SERVERS,
      paramLabel = "N",
      description =
          "With --index and --queries: compare hedging on N search servers, curtail serve in processes of their own.")
  private @Nullable Integer number;

  @Option(
      names = "--heap-mb",
      paramLabel = "M",
      description =
          "With --servers: heap of each server in megabytes; a small one has more collections. Default: 64.")
  private @Nullable Integer heapMegabytes;

  /** True if there are search servers. */
  public boolean isAsked() {
    return number != null;
  }

  /**
   * Rejects options of search servers only.
   *
   * @throws UsageError if such an option is given without servers
   */
  public void requireNoneWithoutServers() {
    OptionRules.needs("--heap-mb", heapMegabytes != null, SERVERS);
  }

  /**
   * Runs the comparison.
   *
   * @param shared the compared policies
   * @param commandLine makes the line that repeats the measurement
   * @throws UsageError if a value is out of range, or the index or its queries cannot be used
   */
  public Results run(
      AskedBlocks asked,
      ReplicaOptions shared,
      WorkloadOptions workload,
      Console console,
      Function<CommandWords.Options, String> commandLine)
      throws IOException, InterruptedException {
    shared.requireNoneOfHeldRequests(SERVERS);
    int count =
        OptionRules.whole(SERVERS, number == null ? 0 : number, 2, ReplicaOptions.MOST_REPLICAS);
    int heap =
        OptionRules.whole(
            "--heap-mb", heapMegabytes == null ? USUAL_HEAP : heapMegabytes, LEAST_HEAP, MOST_HEAP);
    ReplicaOptions.Compared compared = shared.compared(asked, RedisOptions.POLICIES);
    asked.checkRates();
    WorkloadOptions.Texts texts = workload.texts(console);
    try (RealServers<SearchLink> servers = SearchServers.start(texts, count, heap)) {
      var described = new LinkedHashMap<String, Object>(texts.described());
      described.put("server", "curtail serve on Lucene, one thread for each search");
      described.put("heap of a server, MB", heap);
      return servers.compare(
          asked,
          shared,
          compared,
          described,
          line -> line.option(SERVERS, count).option("--heap-mb", heap).all(workload),
          commandLine,
          console);
    }
  }
}
