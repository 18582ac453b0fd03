package org.curtail.app.bench;

import java.io.IOException;
import java.util.function.Function;
import org.curtail.app.bench.replicas.ReplicaOptions;
import org.curtail.app.bench.workflow.WorkflowOptions;
import org.curtail.app.commandline.CommandWords;
import org.curtail.lab.replicas.ReplicaSetting;
import org.curtail.lab.workflow.WorkflowSetting;
import org.curtail.measurement.results.Results;
import org.curtail.measurement.terminal.Console;

/**
 * Runs what is served by real servers that hold requests: one service with replicas, or a graph of
 * services.
 *
 * @param commandLine the line that measures the same again, of the options of such a run
 */
record ServerBench(
    ReplicaOptions replicas,
    WorkflowOptions workflow,
    Console console,
    Function<CommandWords.Options, String> commandLine) {

  Results replicas(WorkflowOptions.Asked asked) throws IOException, InterruptedException {
    workflow.requireNoneWithoutWorkflow();
    ReplicaSetting setting =
        replicas.setting(
            asked.policies(),
            asked.loads(),
            asked.rps(),
            asked.requests(),
            asked.blocks(),
            asked.seed(),
            console);
    String command = commandLine.apply(line -> replicas.write(setting, asked.rps(), line));
    Results results = replicas.run(setting, command, console);
    return results.judged(results.verdict().withNext(replicas.next(results, setting).orElse(null)));
  }

  Results workflow(WorkflowOptions.Asked asked) throws IOException, InterruptedException {
    WorkflowSetting setting = workflow.setting(asked, replicas, console);
    String command = commandLine.apply(line -> workflow.write(setting, asked, replicas, line));
    return workflow.run(setting, replicas, command, console);
  }
}
