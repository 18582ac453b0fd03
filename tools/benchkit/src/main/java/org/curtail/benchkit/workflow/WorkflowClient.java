package org.curtail.benchkit.workflow;

import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.curtail.benchkit.replicas.HoldRequest;
import org.curtail.benchkit.replicas.ReplicaClient;
import org.curtail.workflow.CatchUp;
import org.curtail.workflow.CatchUpRule;
import org.curtail.workflow.PartialAnswer;
import org.curtail.workflow.Responders;
import org.curtail.workflow.StagePlan;
import org.curtail.workflow.Workflow;

/** A running contender, which sends requests through the graph. Thread-safe. */
final class WorkflowClient implements AutoCloseable {
  private final Workflow workflow;
  private final StageGraph graph;
  private final ReplicaClient http;

  /** Index of each stage's first server among all servers. */
  private final int[] firstServer;

  private final ScheduledThreadPoolExecutor timer;
  private final WorkflowSetting setting;
  private final WorkflowContender contender;
  private volatile StageCallers callers;
  private final CatchUpRule catchUp;
  private final List<PartialAnswer> partial;
  private final List<StageCounter> counters = new ArrayList<>();

  private WorkflowClient(
      WorkflowSetting setting, WorkflowContender contender, WorkflowServers servers) {
    this.setting = setting;
    this.contender = contender;
    workflow = setting.workflow();
    graph = new StageGraph(workflow);
    firstServer = new int[graph.size()];
    var addresses = new ArrayList<URI>();
    for (int stage = 0; stage < graph.size(); stage++) {
      firstServer[stage] = addresses.size();
      addresses.addAll(servers.addresses(stage));
      counters.add(new StageCounter());
    }
    partial =
        contender
            .planned()
            .map(plan -> plan.stages().stream().map(StagePlan::partial).toList())
            .orElseGet(() -> graph.all().map(stage -> PartialAnswer.NONE).toList());
    catchUp =
        CatchUpRule.of(
            contender.planned().map(plan -> plan.catchUp()).orElse(CatchUp.NONE),
            Double.POSITIVE_INFINITY);
    http = new ReplicaClient(addresses);
    timer =
        new ScheduledThreadPoolExecutor(
            1, Thread.ofPlatform().daemon().name("workflow-" + contender.name()).factory());
    timer.setRemoveOnCancelPolicy(true);
    callers = StageCallers.start(setting, contender, timer);
  }

  static WorkflowClient start(
      WorkflowSetting setting, WorkflowContender contender, WorkflowServers servers) {
    return new WorkflowClient(setting, contender, servers);
  }

  /**
   * Sends a due request of a trace.
   *
   * @return losses of its stages, or the reason for a missing answer
   */
  CompletableFuture<StageLosses> send(WorkflowTrace trace, int request) {
    return new RunningRequest(this, trace, request).begin();
  }

  StageGraph graph() {
    return graph;
  }

  Responders responders(int stage) {
    return workflow.stages().get(stage).responders();
  }

  PartialAnswer partial(int stage) {
    return partial.get(stage);
  }

  StageCounter counter(int stage) {
    return counters.get(stage);
  }

  /**
   * Returns the caller for a visit.
   *
   * @param underWayNanos time since the request began
   */
  StageCaller callerOf(int stage, long underWayNanos) {
    return callers.of(stage, catchUp.isLate(underWayNanos / 1e6));
  }

  /** Sends an attempt to a server of a stage. */
  ReplicaClient.Copy send(int stage, HoldRequest request, int server) {
    return http.send(request, firstServer[stage] + server);
  }

  /** Runs a task after a delay, on a thread of its own. */
  void after(double millis, Runnable task) {
    var _ =
        timer.schedule(
            () -> http.threads().execute(task), Math.round(millis * 1e6), TimeUnit.NANOSECONDS);
  }

  /** Resets all budgets. No call may be running. */
  void resetBudgets() {
    callers.close();
    callers = StageCallers.start(setting, contender, timer);
  }

  /** Returns the counts so far, by stage; copies count since the last reset of budgets. */
  List<StageCounter.Tally> soFar() {
    return graph.all().map(stage -> counters.get(stage).soFar(callers.soFar(stage))).toList();
  }

  /** Returns the number of calls that were sent again after a lost connection. */
  long lostConnections() {
    return http.lostConnections();
  }

  @Override
  public void close() {
    callers.close();
    timer.shutdownNow();
    http.close();
  }
}
