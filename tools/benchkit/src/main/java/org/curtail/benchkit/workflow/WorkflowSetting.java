package org.curtail.benchkit.workflow;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.curtail.benchkit.replicas.BlockSetting;
import org.curtail.benchkit.replicas.ReplicaNoise;
import org.curtail.replicas.Cancellation;
import org.curtail.replicas.ReplicaChoice;
import org.curtail.workflow.Workflow;
import org.curtail.workflow.load.StageServers;
import org.curtail.workflow.load.WorkflowLoad;

/**
 * Setting of a measurement.
 *
 * @param workflow the workflow: its stages become services, and its times those of calls
 * @param servers servers of each stage, in the order of {@link Workflow#stages}; at least two of
 *     each responder, since a copy goes to another server
 * @param noise disturbances of servers, drawn for each stage separately; may be empty
 * @param contenders at least one, none twice
 * @param loads offered work as shares of the slots of the busiest stage, at least one, none twice,
 *     each above 0
 * @param requestsPerBlock number of requests in each block, at least 20
 * @param blocks per contender and load, at least 1
 * @param seed seed of arrivals, times, noise, order and resampling
 */
public record WorkflowSetting(
    Workflow workflow,
    List<StageServers> servers,
    List<ReplicaNoise> noise,
    List<WorkflowContender> contenders,
    List<Double> loads,
    int requestsPerBlock,
    int blocks,
    long seed)
    implements BlockSetting<WorkflowContender> {
  public WorkflowSetting {
    servers = List.copyOf(servers);
    noise = List.copyOf(noise);
    contenders = List.copyOf(contenders);
    loads = List.copyOf(loads);
    if (servers.stream().anyMatch(kind -> kind.replicas() < 2)) {
      throw new IllegalArgumentException("expected at least 2 replicas: " + servers);
    }
    BlockSetting.requireEachOnce(contenders.stream().map(WorkflowContender::name).toList(), loads);
    for (WorkflowContender contender : contenders) {
      contender.planned().ifPresent(plan -> plan.requireFits(workflow));
    }
    if (requestsPerBlock < LEAST_REQUESTS_PER_BLOCK || blocks < 1) {
      throw new IllegalArgumentException(
          "expected at least %d requests in each of at least 1 block: %d, %d"
              .formatted(LEAST_REQUESTS_PER_BLOCK, requestsPerBlock, blocks));
    }
    if (underLoad(workflow, servers).perSecond(1) == Double.POSITIVE_INFINITY) {
      throw new IllegalArgumentException(
          "the times of workflow %s are all 0".formatted(workflow.name()));
    }
  }

  /** Returns servers with at least this capacity at each stage. */
  public static List<StageServers> carrying(Workflow workflow, int replicas, double perSecond) {
    var servers = new ArrayList<StageServers>();
    for (int stage = 0; stage < workflow.stages().size(); stage++) {
      var alone =
          new ArrayList<>(
              Collections.nCopies(workflow.stages().size(), StageServers.WITHOUT_QUEUE));
      alone.set(stage, new StageServers(replicas, 1));
      double slots = Math.ceil(perSecond / underLoad(workflow, alone).perSecond(1) - 1e-9);
      servers.add(new StageServers(replicas, (int) Math.clamp(slots, 1, Integer.MAX_VALUE)));
    }
    return servers;
  }

  /** Returns the number of calls of a request without copies. */
  public static int callsPerRequest(Workflow workflow) {
    return workflow.stages().stream().mapToInt(stage -> stage.responders().count()).sum();
  }

  /** Returns the number of servers of all stages. */
  public int serverCount() {
    int count = 0;
    for (int stage = 0; stage < servers.size(); stage++) {
      count += serverCount(stage);
    }
    return count;
  }

  /** Returns the number of servers of a stage, over all responders. */
  int serverCount(int stage) {
    return workflow.stages().get(stage).responders().count() * servers.get(stage).replicas();
  }

  @Override
  public double capacityPerSecond() {
    return capacity(workflow, servers);
  }

  /** Returns the capacity of the busiest stage, in requests per second. */
  public static double capacity(Workflow workflow, List<StageServers> servers) {
    return underLoad(workflow, servers).perSecond(1);
  }

  /**
   * Returns a simulation of this setting: calls go to random servers, and cancelled calls end at
   * once.
   */
  WorkflowLoad underLoad() {
    return underLoad(workflow, servers);
  }

  private static WorkflowLoad underLoad(Workflow workflow, List<StageServers> servers) {
    return WorkflowLoad.of(workflow, servers)
        .choosing(ReplicaChoice.RANDOM)
        .cancelling(Cancellation.AT_ONCE);
  }
}
