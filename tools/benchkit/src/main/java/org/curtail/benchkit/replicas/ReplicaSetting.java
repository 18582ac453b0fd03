package org.curtail.benchkit.replicas;

import java.util.List;

/**
 * Setting of a measurement.
 *
 * @param times service times of requests
 * @param planning basis of plans
 * @param capacityPerSecond requests per second that undisturbed replicas carry: above 0
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
    Planning planning,
    double capacityPerSecond,
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
    if (!(capacityPerSecond > 0 && capacityPerSecond < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(
          "capacityPerSecond must be positive and finite: " + capacityPerSecond);
    }
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

  /** Basis of plans. */
  public enum Planning {
    /** The recorded times, which may have waits already. */
    FROM_TIMES,
    /** Simulated queues at each load; the recorded times are without waits. */
    UNDER_LOAD
  }

  /** Returns the capacity of these slots, in requests per second. */
  public static double capacityPerSecond(RecordedTimes times, int replicas, int slots) {
    return 1000.0 * replicas * slots / times.meanMs();
  }
}
