package org.curtail.workflow.load;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.curtail.replicas.Cancellation;
import org.curtail.replicas.ReplicaChoice;
import org.curtail.workflow.CatchUp;
import org.curtail.workflow.JointTraces;
import org.curtail.workflow.ResponderTraces;
import org.curtail.workflow.Stage;
import org.curtail.workflow.Workflow;
import org.curtail.workflow.WorkflowPlan;
import org.curtail.workflow.simulate.WorkflowSimulation;

/**
 * A simulation of a workflow whose stages run on servers with queues. The random draws are those of
 * a {@link WorkflowSimulation} with the same seed: without queues, a request has the same latency
 * in both. The same input gives the same result on any machine. Messages take no time. Immutable
 * and thread-safe; several runs may go on at once.
 *
 * <p><b>Servers</b> serve in order of arrival. A call occupies a slot during its stage's own time,
 * but not while its nested stages run. With {@link CatchUp.Threads}, a late call occupies a slot
 * for each of its threads, or all free slots if there are fewer. With {@link CatchUp.Priority}, a
 * late call starts before other waiting calls. No call is interrupted.
 *
 * <p><b>Stages may share their servers</b>: two transfers over one link of the network, for
 * example. Calls of these stages then wait in the same queues.
 *
 * @param workflow workflow; its times are service times, without waiting
 * @param servers one per stage, in the order of {@link Workflow#stages}
 * @param shared names of stages that share their servers, in groups without common stages; the
 *     stages of a group have equal servers, and equally many responders
 * @param choice choice of the server for a call: {@code RANDOM}, {@code ROUND_ROBIN}, {@code
 *     TWO_CHOICES} or {@code SHORTEST_QUEUE}
 * @param cancellation treatment of attempts after their call has been answered
 * @param catchUpBudget limit of the cost of catching up, as a share of the cost of all original
 *     visits: at least 0; may be infinite
 */
public record WorkflowLoad(
    Workflow workflow,
    List<StageServers> servers,
    List<Set<String>> shared,
    ReplicaChoice choice,
    Cancellation cancellation,
    double catchUpBudget) {
  private static final double MS_PER_SECOND = 1000;

  /** A copy goes to another server than the original. */
  private static final int LEAST_REPLICAS = 2;

  public WorkflowLoad {
    servers = List.copyOf(servers);
    if (servers.size() != workflow.stages().size()) {
      throw new IllegalArgumentException(
          "one kind of servers per stage, %d, but there are %d"
              .formatted(workflow.stages().size(), servers.size()));
    }
    shared = shared.stream().map(Set::copyOf).toList();
    requireShared(workflow, servers, shared);
    ServerPool.require(choice);
    if (!(catchUpBudget >= 0)) {
      throw new IllegalArgumentException("catchUpBudget must be at least 0: " + catchUpBudget);
    }
  }

  private static void requireShared(
      Workflow workflow, List<StageServers> servers, List<Set<String>> shared) {
    var seen = new HashSet<String>();
    for (Set<String> group : shared) {
      for (String name : group) {
        if (!seen.add(name)) {
          throw new IllegalArgumentException("stage %s shares servers twice".formatted(name));
        }
        if (workflow.stages().stream().noneMatch(stage -> stage.name().equals(name))) {
          throw new IllegalArgumentException(
              "no stage %s in workflow %s".formatted(name, workflow.name()));
        }
      }
      long kinds =
          IntStream.range(0, servers.size())
              .filter(stage -> group.contains(workflow.stages().get(stage).name()))
              .mapToObj(stage ->
                  List.of(servers.get(stage), workflow.stages().get(stage).responders().count()))
              .distinct()
              .count();
      if (kinds != 1) {
        throw new IllegalArgumentException(
            "stages that share servers must have equal servers and equally many responders: %s"
                .formatted(String.join(", ", group.stream().sorted().toList())));
      }
    }
  }

  /**
   * Returns a load on these servers. A call goes to the shorter of two random queues; no attempt is
   * cancelled.
   */
  public static WorkflowLoad of(Workflow workflow, List<StageServers> servers) {
    return new WorkflowLoad(
        workflow,
        servers,
        List.of(),
        ReplicaChoice.TWO_CHOICES,
        Cancellation.NONE,
        Double.POSITIVE_INFINITY);
  }

  /** Returns a load without queues, as in {@link WorkflowSimulation}. */
  public static WorkflowLoad withoutQueues(Workflow workflow) {
    return of(workflow, Collections.nCopies(workflow.stages().size(), StageServers.WITHOUT_QUEUE));
  }

  /**
   * Returns a load on the fewest servers that original calls use up to a utilisation; each
   * responder has at least two servers.
   *
   * @param perSecond requests per second: finite, above 0
   * @param utilisation greatest share of busy slots: above 0, below 1
   * @param slots slots of each server: at least 1
   * @param shared groups of stages that share their servers
   */
  public static WorkflowLoad sized(
      Workflow workflow,
      double perSecond,
      double utilisation,
      int slots,
      List<Set<String>> shared) {
    if (!(perSecond > 0 && perSecond < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException("perSecond must be above 0 and finite: " + perSecond);
    }
    if (!(utilisation > 0 && utilisation < 1)) {
      throw new IllegalArgumentException("utilisation must be above 0 and below 1: " + utilisation);
    }
    var servers = new ArrayList<StageServers>();
    for (int stage = 0; stage < workflow.stages().size(); stage++) {
      double busySlots = perSecond * sharedWorkMillis(workflow, shared, stage) / MS_PER_SECOND;
      double replicas = Math.ceil(busySlots / (utilisation * slots) * (1 - 1e-12));
      if (replicas > Integer.MAX_VALUE) {
        throw new IllegalArgumentException(
            "stage %s would need %s servers for %s requests per second"
                .formatted(workflow.stages().get(stage).name(), replicas, perSecond));
      }
      servers.add(new StageServers(Math.max(LEAST_REPLICAS, (int) replicas), slots));
    }
    return of(workflow, servers).sharing(shared);
  }

  /** Returns this load with other groups of stages that share their servers. */
  public WorkflowLoad sharing(List<Set<String>> groups) {
    return new WorkflowLoad(workflow, servers, groups, choice, cancellation, catchUpBudget);
  }

  /** Returns this load with another choice of servers. */
  public WorkflowLoad choosing(ReplicaChoice other) {
    return new WorkflowLoad(workflow, servers, shared, other, cancellation, catchUpBudget);
  }

  /** Returns this load with another cancellation. */
  public WorkflowLoad cancelling(Cancellation other) {
    return new WorkflowLoad(workflow, servers, shared, choice, other, catchUpBudget);
  }

  /** Returns this load with a limit on the cost of catching up. */
  public WorkflowLoad catchingUpWithin(double budget) {
    return new WorkflowLoad(workflow, servers, shared, choice, cancellation, budget);
  }

  /**
   * Returns the request rate at which original calls give the busiest stage a utilisation.
   *
   * @param utilisation share of busy slots: above 0
   * @return requests per second; infinite without queues
   */
  public double perSecond(double utilisation) {
    return IntStream.range(0, servers.size())
        .filter(stage -> servers.get(stage).mayQueue())
        .mapToDouble(stage ->
            utilisation
                * servers.get(stage).allSlots()
                * MS_PER_SECOND
                / sharedWorkMillis(workflow, shared, stage))
        .min()
        .orElse(Double.POSITIVE_INFINITY);
  }

  /** Returns the stages that share the servers of a stage, itself included, in their order. */
  int[] sharing(int stage) {
    return sharing(workflow, shared, stage);
  }

  private static int[] sharing(Workflow workflow, List<Set<String>> shared, int stage) {
    String name = workflow.stages().get(stage).name();
    for (Set<String> group : shared) {
      if (group.contains(name)) {
        return IntStream.range(0, workflow.stages().size())
            .filter(other -> group.contains(workflow.stages().get(other).name()))
            .toArray();
      }
    }
    return new int[] {stage};
  }

  private static double sharedWorkMillis(Workflow workflow, List<Set<String>> shared, int stage) {
    return Arrays.stream(sharing(workflow, shared, stage))
        .mapToDouble(other -> workMillis(workflow, other))
        .sum();
  }

  /** Returns the mean time of a request's original call at the busiest responder of a stage. */
  private static double workMillis(Workflow workflow, int index) {
    Stage stage = workflow.stages().get(index);
    JointTraces joint = workflow.joint();
    int column = joint == null ? -1 : joint.stages().indexOf(stage.name());
    if (joint != null && column >= 0) {
      // A request that does not visit the stage has no work there.
      return mean(
          joint.size(),
          trace -> Double.isNaN(joint.millis(trace, column)) ? 0 : joint.millis(trace, column));
    }
    ResponderTraces traces = stage.traces();
    if (traces != null) {
      return IntStream.range(0, traces.responders())
          .mapToDouble(server -> mean(traces.size(), visit -> traces.millis(visit, server)))
          .max()
          .orElseThrow();
    }
    return mean(stage.times().size(), stage.times()::firstMillis);
  }

  private static double mean(int count, IntToDoubleFunction values) {
    return IntStream.range(0, count).mapToDouble(values).average().orElseThrow();
  }

  /**
   * Runs a plan until all calls have ended.
   *
   * @throws IllegalArgumentException if the plan is for another workflow
   */
  public WorkflowLoadResult run(WorkflowPlan plan, WorkflowTraffic traffic) {
    return run(plan, traffic, LoadObserver.NONE);
  }

  /** Runs a plan with an observer of its events. */
  WorkflowLoadResult run(WorkflowPlan plan, WorkflowTraffic traffic, LoadObserver observer) {
    plan.requireFits(workflow);
    return new LoadRun(this, plan, traffic, observer).run();
  }
}
