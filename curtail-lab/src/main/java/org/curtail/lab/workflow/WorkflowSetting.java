package org.curtail.lab.workflow;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import org.curtail.lab.replicas.ReplicaNoise;
import org.curtail.workflow.Stage;
import org.curtail.workflow.Workflow;

/**
 * What to measure and how long.
 *
 * @param workflow its stages are the services, its times are for how long calls are held
 * @param services one per stage, in the order of {@link Workflow#stages}
 * @param noise what disturbs the servers of each stage, apart from those of the others; may be
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
    List<ServiceSize> services,
    List<ReplicaNoise> noise,
    List<WorkflowContender> contenders,
    List<Double> loads,
    int requestsPerBlock,
    int blocks,
    long seed) {
  /** Fewer requests have no tail to speak of. */
  private static final int LEAST_REQUESTS_PER_BLOCK = 20;

  public WorkflowSetting {
    services = List.copyOf(services);
    noise = List.copyOf(noise);
    contenders = List.copyOf(contenders);
    loads = List.copyOf(loads);
    if (services.size() != workflow.stages().size()) {
      throw new IllegalArgumentException(
          "one service per stage, %d, but there are %d"
              .formatted(workflow.stages().size(), services.size()));
    }
    List<String> names = contenders.stream().map(WorkflowContender::name).toList();
    if (names.isEmpty() || new HashSet<>(names).size() < names.size()) {
      throw new IllegalArgumentException("expected policies, each once: " + names);
    }
    for (WorkflowContender contender : contenders) {
      contender.planned().ifPresent(plan -> plan.requireFits(workflow));
    }
    if (loads.isEmpty()
        || new HashSet<>(loads).size() < loads.size()
        || !loads.stream().allMatch(load -> load > 0 && load < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException("expected loads above 0, each once: " + loads);
    }
    if (requestsPerBlock < LEAST_REQUESTS_PER_BLOCK || blocks < 1) {
      throw new IllegalArgumentException(
          "expected at least %d requests in each of at least 1 block: %d, %d"
              .formatted(LEAST_REQUESTS_PER_BLOCK, requestsPerBlock, blocks));
    }
    if (capacity(workflow, services) == Double.POSITIVE_INFINITY) {
      throw new IllegalArgumentException(
          "the times of workflow %s are all 0".formatted(workflow.name()));
    }
  }

  /** Services of which each carries so many requests per second, or a little more. */
  public static List<ServiceSize> carrying(Workflow workflow, int replicas, double perSecond) {
    var services = new ArrayList<ServiceSize>();
    for (Stage stage : workflow.stages()) {
      services.add(ServiceSize.carrying(stage, replicas, perSecond));
    }
    return services;
  }

  /** Calls of a request without copies. */
  public static int callsPerRequest(Workflow workflow) {
    return workflow.stages().stream().mapToInt(stage -> stage.responders().count()).sum();
  }

  /** Requests per second that the slots of the busiest stage carry, if nothing disturbs them. */
  public double capacityPerSecond() {
    return capacity(workflow, services);
  }

  /** The same of services. */
  public static double capacity(Workflow workflow, List<ServiceSize> services) {
    double least = Double.POSITIVE_INFINITY;
    for (int s = 0; s < services.size(); s++) {
      least = Math.min(least, services.get(s).capacityPerSecond(workflow.stages().get(s)));
    }
    return least;
  }

  /** Requests per second that are this share of the busiest stage's slots. */
  public double perSecond(double load) {
    return load * capacityPerSecond();
  }

  /** How long all blocks take if every contender keeps up. */
  double seconds() {
    return loads.stream().mapToDouble(load -> blocks * requestsPerBlock / perSecond(load)).sum()
        * contenders.size();
  }
}
