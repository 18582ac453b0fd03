package org.curtail.workflow;

import java.util.Collections;
import java.util.List;
import org.curtail.replicas.Cancellation;
import org.curtail.replicas.ReplicaChoice;

/**
 * A workflow whose stages run on servers with queues, in simulated time. The same input gives the
 * same outcome on any machine. Messages take no time. Immutable and thread-safe: several runs may
 * go on at once.
 *
 * @param workflow whose times are what its servers take for a call, without waiting
 * @param servers one per stage, in the order of {@link Workflow#stages}
 * @param choice to which server a call goes: {@code RANDOM}, {@code ROUND_ROBIN}, {@code
 *     TWO_CHOICES} or {@code SHORTEST_QUEUE}
 * @param cancellation what becomes of attempts whose answer nobody waits for any longer
 * @param catchUpBudget what catching up may cost, as a share of what all first visits cost: at
 *     least 0; infinite if there is no limit
 */
public record WorkflowLoad(
    Workflow workflow,
    List<StageServers> servers,
    ReplicaChoice choice,
    Cancellation cancellation,
    double catchUpBudget) {
  public WorkflowLoad {
    servers = List.copyOf(servers);
    if (servers.size() != workflow.stages().size()) {
      throw new IllegalArgumentException(
          "one kind of servers per stage, %d, but there are %d"
              .formatted(workflow.stages().size(), servers.size()));
    }
    if (!(catchUpBudget >= 0)) {
      throw new IllegalArgumentException("catchUpBudget must be at least 0: " + catchUpBudget);
    }
  }

  /** On these servers, the one with fewer calls of two at random; losers are served to their end. */
  public static WorkflowLoad of(Workflow workflow, List<StageServers> servers) {
    return new WorkflowLoad(
        workflow,
        servers,
        ReplicaChoice.TWO_CHOICES,
        Cancellation.NONE,
        Double.POSITIVE_INFINITY);
  }

  /** On so many servers that nobody waits: what {@link WorkflowSimulation} has. */
  public static WorkflowLoad withoutQueues(Workflow workflow) {
    return of(
        workflow, Collections.nCopies(workflow.stages().size(), StageServers.WITHOUT_QUEUE));
  }

  /**
   * On as few servers as keep first attempts of so many requests at a utilisation, or below.
   *
   * @param perSecond requests per second: finite, above 0
   * @param utilisation share of the slots that compute: above 0, below 1
   * @param slots of each server: at least 1
   */
  public static WorkflowLoad sized(
      Workflow workflow, double perSecond, double utilisation, int slots) {
    throw new UnsupportedOperationException("not written yet");
  }

  /** The same with another choice of servers. */
  public WorkflowLoad choosing(ReplicaChoice other) {
    return new WorkflowLoad(workflow, servers, other, cancellation, catchUpBudget);
  }

  /** The same with another end of those that lost. */
  public WorkflowLoad cancelling(Cancellation other) {
    return new WorkflowLoad(workflow, servers, choice, other, catchUpBudget);
  }

  /** The same with a limit on what catching up costs. */
  public WorkflowLoad catchingUpWithin(double budget) {
    return new WorkflowLoad(workflow, servers, choice, cancellation, budget);
  }

  /**
   * The rate of requests at which first attempts alone keep a share of the slots of the busiest
   * stage busy.
   *
   * @param utilisation the share: above 0
   * @return requests per second; infinite if nobody ever waits
   */
  public double perSecond(double utilisation) {
    throw new UnsupportedOperationException("not written yet");
  }

  /**
   * Runs a plan until no call is served any longer.
   *
   * @throws IllegalArgumentException if the plan is of another workflow
   */
  public WorkflowLoadResult run(WorkflowPlan plan, WorkflowTraffic traffic) {
    throw new UnsupportedOperationException("not written yet");
  }
}
