package org.curtail.cli.bench.servers;

import java.io.IOException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.function.Function;
import org.curtail.benchkit.replicas.ReplicaPolicy;
import org.curtail.benchkit.results.Results;
import org.curtail.benchkit.terminal.Console;
import org.curtail.benchkit.terminal.OptionRules;
import org.curtail.benchkit.terminal.UsageError;
import org.curtail.cli.bench.replicas.ReplicaOptions;
import org.curtail.cli.commandline.AskedBlocks;
import org.curtail.cli.commandline.CommandWords;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options of a comparison of hedging on Redis servers. */
public final class RedisOptions {
  public static final String REDIS = "--redis";

  /** All but laedge, which frees a slot by a cancellation. */
  static final List<ReplicaPolicy> POLICIES =
      Arrays.stream(ReplicaPolicy.values())
          .filter(policy -> policy != ReplicaPolicy.LAEDGE)
          .toList();

  @Option(
      names = REDIS,
      paramLabel = "N",
      description =
          "In place of --index and --queries: compare hedging on N servers of an installed Redis, which this command starts and fills with sets of many sizes. Each request is an intersection.")
  private @Nullable Integer number;

  /** True if there are Redis servers. */
  public boolean isAsked() {
    return number != null;
  }

  /**
   * Runs the comparison.
   *
   * @param shared the compared policies
   * @param commandLine makes the line that repeats the measurement
   * @throws UsageError if a value is out of range, or Redis is not installed
   */
  public Results run(
      AskedBlocks asked,
      ReplicaOptions shared,
      Console console,
      Function<CommandWords.Options, String> commandLine)
      throws IOException, InterruptedException {
    shared.requireNoneOfHeldRequests(REDIS);
    int count =
        OptionRules.whole(REDIS, number == null ? 0 : number, 2, ReplicaOptions.MOST_REPLICAS);
    ReplicaOptions.Compared compared = shared.compared(asked, POLICIES);
    asked.checkRates();
    var workload = SetIntersections.USUAL;
    RedisServers.Started redis = RedisServers.start(RedisServers.PROGRAM, workload, count, console);
    try (RealServers<RedisLink> servers = redis.servers()) {
      var described = new LinkedHashMap<String, Object>();
      described.put("server", "Redis " + redis.version());
      described.put(
          "requests",
          "SINTERCARD of two of %d sets with log-normal sizes".formatted(workload.sets()));
      return servers.compare(
          asked,
          shared,
          compared,
          described,
          line -> line.option(REDIS, count),
          commandLine,
          console);
    }
  }
}
