package org.curtail.cli.bench;

import java.io.IOException;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Function;
import org.curtail.benchkit.replicas.ReplicaSetting;
import org.curtail.benchkit.results.Results;
import org.curtail.benchkit.terminal.Console;
import org.curtail.benchkit.workflow.WorkflowSetting;
import org.curtail.cli.bench.opensearch.OpenSearchOptions;
import org.curtail.cli.bench.replicas.ReplicaOptions;
import org.curtail.cli.bench.servers.RedisOptions;
import org.curtail.cli.bench.servers.SearchServerOptions;
import org.curtail.cli.bench.workflow.WorkflowOptions;
import org.curtail.cli.commandline.AskedBlocks;
import org.curtail.cli.commandline.CommandWords;
import org.curtail.cli.workload.WorkloadOptions;

/**
 * Measures real servers: replicas of one service, Redis, search servers, a graph of services, or a
 * cluster of OpenSearch.
 *
 * @param commandLine makes the line that repeats the measurement from the options of this kind
 */
record ServerBench(
    ReplicaOptions replicas,
    RedisOptions redis,
    SearchServerOptions servers,
    WorkflowOptions workflow,
    Console console,
    Function<CommandWords.Options, String> commandLine) {

  Results replicas(AskedBlocks asked) throws IOException, InterruptedException {
    workflow.requireNoneWithoutWorkflow();
    ReplicaSetting setting = replicas.setting(asked, console);
    String command = commandLine.apply(line -> replicas.write(setting, asked, line));
    Results results = replicas.run(setting, command, console);
    return results.judged(results.verdict().withNext(replicas.next(results, setting).orElse(null)));
  }

  Results redis(AskedBlocks asked) throws IOException, InterruptedException {
    workflow.requireNoneWithoutWorkflow();
    return redis.run(asked, replicas, console, commandLine);
  }

  Results servers(AskedBlocks asked, WorkloadOptions workload)
      throws IOException, InterruptedException {
    workflow.requireNoneWithoutWorkflow();
    return servers.run(asked, replicas, workload, console, commandLine);
  }

  Results cluster(
      OpenSearchOptions cluster,
      Optional<WorkloadOptions.Named> workload,
      OptionalInt cores,
      AskedBlocks asked)
      throws IOException, InterruptedException {
    replicas.requireNoneWithoutReplicas();
    workflow.requireNoneWithoutWorkflow();
    return cluster.run(asked, workload, cores, console, commandLine);
  }

  Results workflow(AskedBlocks asked) throws IOException, InterruptedException {
    WorkflowSetting setting = workflow.setting(asked, replicas, console);
    String command = commandLine.apply(line -> workflow.write(setting, asked, replicas, line));
    return workflow.run(setting, replicas, command, console);
  }
}
