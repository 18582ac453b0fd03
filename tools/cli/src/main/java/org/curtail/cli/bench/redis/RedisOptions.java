package org.curtail.cli.bench.redis;

import java.io.IOException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.function.Function;
import org.curtail.benchkit.replicas.RecordedTimes;
import org.curtail.benchkit.replicas.ReplicaBench;
import org.curtail.benchkit.replicas.ReplicaPolicy;
import org.curtail.benchkit.replicas.ReplicaSetting;
import org.curtail.benchkit.replicas.ReplicaSetting.Planning;
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

  private static final List<Double> LOADS = List.of(0.2, 0.4, 0.6);

  /** All but laedge, which frees a slot by a cancellation. */
  private static final List<ReplicaPolicy> POLICIES =
      Arrays.stream(ReplicaPolicy.values())
          .filter(policy -> policy != ReplicaPolicy.LAEDGE)
          .toList();

  @Option(
      names = REDIS,
      paramLabel = "N",
      description =
          "In place of --index and --queries: compare hedging on N servers of an installed Redis, which this command starts and fills with sets of many sizes. Each request is an intersection.")
  private @Nullable Integer redis;

  /** True if there are Redis servers. */
  public boolean isAsked() {
    return redis != null;
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
        OptionRules.whole(REDIS, redis == null ? 0 : redis, 2, ReplicaOptions.MOST_REPLICAS);
    ReplicaOptions.Compared compared = shared.compared(asked, POLICIES);
    asked.checkRates();
    var workload = SetIntersections.USUAL;
    try (RedisReplicas replicas =
        RedisReplicas.start(RedisServer.PROGRAM, workload, count, console)) {
      RedisReplicas.Measured measured = replicas.measure(asked.seed(), console);
      ReplicaSetting setting = setting(asked, compared, count, measured);
      var described = new LinkedHashMap<String, Object>();
      described.put("server", "Redis " + replicas.version());
      described.put(
          "requests",
          "SINTERCARD of two of %d sets with log-normal sizes".formatted(workload.sets()));
      described.put("mean time of a request alone, ms", setting.times().meanMs());
      described.put(
          "standard deviation of that, ms",
          deviation(measured.queryMillis(), setting.times().meanMs()));
      described.put("choice of replica", setting.choice().toString());
      String command =
          commandLine.apply(line -> {
            line.option(REDIS, count);
            shared.writeCompared(setting, asked, line);
          });
      return new ReplicaBench(setting, replicas, console).run(command, described);
    }
  }

  private static double deviation(double[] millis, double mean) {
    return Math.sqrt(
        Arrays.stream(millis).map(time -> (time - mean) * (time - mean)).average().orElseThrow());
  }

  static ReplicaSetting setting(
      AskedBlocks asked,
      ReplicaOptions.Compared compared,
      int count,
      RedisReplicas.Measured measured) {
    double[] millis = measured.queryMillis();
    double[] ones = new double[millis.length];
    Arrays.fill(ones, 1);
    try {
      return new ReplicaSetting(
          // A copy takes as long as its original: it can gain only in the queue.
          RecordedTimes.of(millis, millis, ones),
          Planning.UNDER_LOAD,
          measured.perSecond(),
          count,
          1,
          List.of(),
          compared.choice(),
          compared.contenders(),
          asked.loadsOr(LOADS, measured.perSecond()),
          compared.percentile(),
          Math.ceilDiv(asked.requests(), asked.blocks()),
          asked.blocks(),
          asked.seed());
    } catch (IllegalArgumentException e) {
      throw new UsageError(String.valueOf(e.getMessage()), e);
    }
  }
}
