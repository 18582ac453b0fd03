package org.curtail.benchkit.replicas;

import java.util.List;

/**
 * Setting of a measurement.
 *
 * @param times times for which replicas hold requests
 * @param replicas number of replicas: at least 2, since a copy goes to another replica
 * @param slots number of requests that a replica serves at once: at least 1
 * @param noise disturbances of replicas; may be empty
 * @param contenders at least one contender, none twice
 * @param loads loads as shares of all slots: at least one, none twice, each above 0
 * @param percentile percentile that plans lower: between 0 and 100
 * @param requestsPerBlock number of requests in each block, at least 20
 * @param blocks per contender and load, at least 1
 * @param seed seed of arrivals, times, noise, order and resampling
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
    long seed)
    implements BlockSetting<ReplicaContender> {
  public ReplicaSetting {
    noise = List.copyOf(noise);
    contenders = List.copyOf(contenders);
    loads = List.copyOf(loads);
    if (replicas < 2 || slots < 1 || blocks < 1) {
      throw new IllegalArgumentException(
          "expected at least 2 replicas, 1 slot and 1 block: %d, %d, %d"
              .formatted(replicas, slots, blocks));
    }
    BlockSetting.requireEachOnce(contenders.stream().map(ReplicaContender::name).toList(), loads);
    if (requestsPerBlock < LEAST_REQUESTS_PER_BLOCK) {
      throw new IllegalArgumentException(
          "a block needs at least %d requests: %d"
              .formatted(LEAST_REQUESTS_PER_BLOCK, requestsPerBlock));
    }
  }

  @Override
  public double capacityPerSecond() {
    return capacityPerSecond(times, replicas, slots);
  }

  /** Returns the capacity of these slots, in requests per second. */
  public static double capacityPerSecond(RecordedTimes times, int replicas, int slots) {
    return 1000.0 * replicas * slots / times.meanMs();
  }
}
