package org.curtail.benchkit.replicas;

import java.util.HashSet;
import java.util.List;

/**
 * What to measure and how long.
 *
 * @param times for which replicas hold requests
 * @param replicas at least 2: a copy goes to another one
 * @param slots requests that a replica serves at once; at least 1
 * @param noise what disturbs replicas; may be empty
 * @param contenders at least one, none twice
 * @param loads offered work as shares of all slots, at least one, none twice, each above 0
 * @param percentile that plans lower: between 0 and 100
 * @param requestsPerBlock at least 20
 * @param blocks per contender and load, at least 1
 * @param seed of arrivals, times, noise, order and resampling
 */
public record ReplicaSetting(
    RecordedTimes times,
    int replicas,
    int slots,
    List<ReplicaNoise> noise,
    FirstReplica choice,
    List<ReplicaContender> contenders,
    List<Double> loads,
    double percentile,
    int requestsPerBlock,
    int blocks,
    long seed) {
  /** Fewer requests have no tail to speak of. */
  public static final int LEAST_REQUESTS_PER_BLOCK = 20;

  public ReplicaSetting {
    noise = List.copyOf(noise);
    contenders = List.copyOf(contenders);
    loads = List.copyOf(loads);
    if (replicas < 2 || slots < 1 || blocks < 1) {
      throw new IllegalArgumentException(
          "expected at least 2 replicas, 1 slot and 1 block: %d, %d, %d"
              .formatted(replicas, slots, blocks));
    }
    List<String> names = contenders.stream().map(ReplicaContender::name).toList();
    if (names.isEmpty() || new HashSet<>(names).size() < names.size()) {
      throw new IllegalArgumentException("expected policies, each once: " + names);
    }
    if (loads.isEmpty()
        || new HashSet<>(loads).size() < loads.size()
        || !loads.stream().allMatch(load -> load > 0 && load < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException("expected loads above 0, each once: " + loads);
    }
    if (requestsPerBlock < LEAST_REQUESTS_PER_BLOCK) {
      throw new IllegalArgumentException(
          "a block needs at least %d requests: %d"
              .formatted(LEAST_REQUESTS_PER_BLOCK, requestsPerBlock));
    }
  }

  /** Requests per second that all slots together carry, if nothing disturbs them. */
  public double capacityPerSecond() {
    return capacityPerSecond(times, replicas, slots);
  }

  /** Requests per second that so many slots carry. */
  public static double capacityPerSecond(RecordedTimes times, int replicas, int slots) {
    return 1000.0 * replicas * slots / times.meanMs();
  }

  /** Requests per second that are this share of all slots. */
  double perSecond(double load) {
    return load * capacityPerSecond();
  }

  /** How long all blocks take if every policy keeps up. */
  double seconds() {
    return loads.stream().mapToDouble(load -> blocks * requestsPerBlock / perSecond(load)).sum()
        * contenders.size();
  }
}
