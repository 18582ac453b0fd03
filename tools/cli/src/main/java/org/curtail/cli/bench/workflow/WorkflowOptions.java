package org.curtail.cli.bench.workflow;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.curtail.benchkit.files.JsonFile;
import org.curtail.benchkit.results.Results;
import org.curtail.benchkit.terminal.Console;
import org.curtail.benchkit.terminal.OptionRules;
import org.curtail.benchkit.terminal.UsageError;
import org.curtail.benchkit.text.Numbers;
import org.curtail.benchkit.workflow.WorkflowBench;
import org.curtail.benchkit.workflow.WorkflowPolicy;
import org.curtail.benchkit.workflow.WorkflowSetting;
import org.curtail.cli.bench.replicas.ReplicaOptions;
import org.curtail.cli.commandline.AskedBlocks;
import org.curtail.cli.commandline.CommandWords;
import org.curtail.workflow.Workflow;
import org.curtail.workflow.WorkflowPlan;
import org.curtail.workflow.load.StageServers;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options of a comparison of plans for a workflow on real servers. */
public final class WorkflowOptions {
  public static final String WORKFLOW = "--workflow";
  private static final String PLAN = "--plan";

  private static final int USUAL_REPLICAS = 3;

  /** Calls per second that two cores easily serve as client and servers together. */
  private static final double EASY_CALLS_PER_SECOND = 2000;

  private static final double HARD_CALLS_PER_SECOND = 4000;

  /** Most servers; each one is a thread that only waits. */
  private static final int MOST_SERVERS = 512;

  private static final List<Double> LOADS = List.of(0.4);

  @Option(
      names = WORKFLOW,
      paramLabel = "FILE",
      description =
          "In place of --index and --queries: run the requests of a workflow, a graph of services, on real HTTP servers on this machine, with --plan and with other plans. Each stage has --replicas servers (default 3), which hold each call for a time of the stage.")
  private @Nullable Path workflow;

  @Option(
      names = PLAN,
      paramLabel = "FILE",
      description = "With --workflow: the plan to compare, as curtail workflow plan writes it.")
  private @Nullable Path plan;

  /** True if there is a workflow. */
  public boolean isAsked() {
    return workflow != null;
  }

  /**
   * Rejects options of workflows only.
   *
   * @throws UsageError if such an option is given without a workflow
   */
  public void requireNoneWithoutWorkflow() {
    OptionRules.needs(PLAN, plan != null, WORKFLOW);
  }

  /**
   * The comparison.
   *
   * @param servers numbers of replicas and slots, and noise, if given
   * @throws UsageError if a value is out of range, or a file is invalid
   */
  public WorkflowSetting setting(AskedBlocks asked, ReplicaOptions servers, Console console) {
    servers.requireNoneOfOneService(WORKFLOW);
    asked.requireOneOf();
    List<WorkflowPolicy> policies = asked.policiesOr(WorkflowPolicy.USUAL, WorkflowPolicy::named);
    int replicas = servers.replicas(USUAL_REPLICAS);
    Path file = file();
    Workflow graph = JsonFile.WORKFLOW.read(file);
    WorkflowPlan planned = JsonFile.readPlan(planFile(), graph).plan();
    requireServable(file, graph, replicas);
    try {
      List<StageServers> kinds = kinds(graph, replicas, servers.slots(), asked);
      var setting =
          new WorkflowSetting(
              graph,
              kinds,
              servers.noise(),
              WorkflowPolicy.contenders(policies, graph, planned),
              asked.loadsOr(LOADS, WorkflowSetting.capacity(graph, kinds)),
              Math.ceilDiv(asked.requests(), asked.blocks()),
              asked.blocks(),
              asked.seed());
      warn(setting, console);
      return setting;
    } catch (IllegalArgumentException e) {
      throw new UsageError(String.valueOf(e.getMessage()), e);
    }
  }

  private Path file() {
    if (workflow == null) {
      throw OptionRules.missing(WORKFLOW, "the file of a workflow");
    }
    return workflow;
  }

  private Path planFile() {
    if (plan == null) {
      throw OptionRules.missing(PLAN, "the plan that is compared, made by curtail workflow plan");
    }
    return plan;
  }

  private static void requireServable(Path file, Workflow workflow, int replicas) {
    int calls = WorkflowSetting.callsPerRequest(workflow);
    if (calls * replicas > MOST_SERVERS) {
      throw new UsageError(
          "%s: expected requests to at most %,d servers with %d replicas each, found %,d, which are too many for one machine"
              .formatted(file, MOST_SERVERS / replicas, replicas, calls));
    }
  }

  private static List<StageServers> kinds(
      Workflow workflow, int replicas, @Nullable Integer slots, AskedBlocks asked) {
    if (slots != null) {
      return workflow.stages().stream().map(stage -> new StageServers(replicas, slots)).toList();
    }
    double wanted =
        asked.wantedPerSecond(EASY_CALLS_PER_SECOND / WorkflowSetting.callsPerRequest(workflow));
    return WorkflowSetting.carrying(workflow, replicas, wanted);
  }

  private static void warn(WorkflowSetting setting, Console console) {
    double most =
        setting.loads().stream().mapToDouble(setting::perSecond).max().orElseThrow()
            * WorkflowSetting.callsPerRequest(setting.workflow());
    if (most > HARD_CALLS_PER_SECOND) {
      console.warn(
          "client and servers on one machine may be too slow for %s calls/s; with fewer --slots, the same load has fewer calls"
              .formatted(Numbers.significant(most)));
    }
  }

  /** Runs the comparison. */
  public Results run(
      WorkflowSetting setting, ReplicaOptions servers, String command, Console console)
      throws IOException, InterruptedException {
    Map<String, Object> described = new LinkedHashMap<>();
    described.put("workflow", setting.workflow().name());
    described.put("file of the workflow", file().toString());
    described.put("plan", planFile().toString());
    described.put("stages", setting.servers().size());
    described.put("calls of a request", WorkflowSetting.callsPerRequest(setting.workflow()));
    described.put("replicas of each stage", setting.servers().getFirst().replicas());
    described.put("slots of each replica, by stage", slots(setting));
    described.put("noise", servers.noiseText());
    return new WorkflowBench(setting, console).run(command, described);
  }

  private static List<Integer> slots(WorkflowSetting setting) {
    return setting.servers().stream().map(StageServers::slots).toList();
  }

  /** Writes the options to a command line that measures the same. */
  public void write(
      WorkflowSetting setting, AskedBlocks asked, ReplicaOptions servers, CommandWords line) {
    line.option(WORKFLOW, file())
        .option(PLAN, planFile())
        .option(ReplicaOptions.REPLICAS, setting.servers().getFirst().replicas())
        .ifGiven("--slots", servers.slots())
        .option("--noise", servers.noiseText());
    asked.write(setting.loads(), line);
    line.option(
        "--policies", setting.contenders().stream().map(contender -> contender.name()).toList());
  }
}
