package org.curtail.benchkit.workflow;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.curtail.benchkit.replicas.BlockSetting;
import org.curtail.benchkit.replicas.ReplicaNoise;
import org.curtail.replicas.Cancellation;
import org.curtail.replicas.ReplicaChoice;
import org.curtail.workflow.StageServers;
import org.curtail.workflow.Workflow;
import org.curtail.workflow.WorkflowLoad;

/**
 * Setting of a measurement.
 *
 * @param workflow its stages are the services, its times are those of the calls
 * @param servers one kind per stage, in the order of {@link Workflow#stages}; at least two of each
 *     responder, since a copy goes to another one
 * @param noise disturbances of the servers of each stage, apart from those of the others; may be
 *     empty
 * @param contenders at least one, none twice
 * @param loads offered work as shares of the slots of the busiest stage, at least one, none twice,
 *     each above 0
 * @param requestsPerBlock at least 20
 * @param blocks per contender and load, at least 1
 * @param seed of arrivals, times, noise, order and resampling
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

  /** Servers with a given capacity at each stage, in requests per second, or a little more. */
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

  /** Calls of a request without copies. */
  public static int callsPerRequest(Workflow workflow) {
    return workflow.stages().stream().mapToInt(stage -> stage.responders().count()).sum();
  }

  /** Servers of all stages together. */
  public int serverCount() {
    int count = 0;
    for (int stage = 0; stage < servers.size(); stage++) {
      count += serverCount(stage);
    }
    return count;
  }

  /** Number of servers of a stage: each responder has its own. */
  int serverCount(int stage) {
    return workflow.stages().get(stage).responders().count() * servers.get(stage).replicas();
  }

  @Override
  public double capacityPerSecond() {
    return capacity(workflow, servers);
  }

  /** Requests per second that the slots of the busiest stage carry. */
  public static double capacity(Workflow workflow, List<StageServers> servers) {
    return underLoad(workflow, servers).perSecond(1);
  }

  /** The same in simulated time: calls go to any server, and lost calls end at once. */
  WorkflowLoad underLoad() {
    return underLoad(workflow, servers);
  }

  private static WorkflowLoad underLoad(Workflow workflow, List<StageServers> servers) {
    return WorkflowLoad.of(workflow, servers)
        .choosing(ReplicaChoice.RANDOM)
        .cancelling(Cancellation.AT_ONCE);
  }
}
