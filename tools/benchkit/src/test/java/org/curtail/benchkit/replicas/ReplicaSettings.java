package org.curtail.benchkit.replicas;

import java.util.List;
import java.util.stream.Stream;
import org.curtail.benchkit.replicas.ReplicaSetting.Planning;

/** Small settings, which real servers serve in one or two seconds. */
final class ReplicaSettings {
  private ReplicaSettings() {}

  /** Returns times of 1 to 4 ms; one in 20 is 30 ms. */
  static RecordedTimes times() {
    double[] ms = new double[100];
    for (int i = 0; i < ms.length; i++) {
      ms[i] = i % 20 == 0 ? 30 : 1 + i % 4;
    }
    return RecordedTimes.of(ms);
  }

  static ReplicaSetting of(
      int slots, double load, int requestsPerBlock, int blocks, ReplicaPolicy... policies) {
    return new ReplicaSetting(
        times(),
        Planning.FROM_TIMES,
        ReplicaSetting.capacityPerSecond(times(), 3, slots),
        3,
        slots,
        List.of(),
        FirstReplica.RANDOM,
        ReplicaContender.of(Stream.of(policies).toList(), List.of(0.1)),
        List.of(load),
        99,
        requestsPerBlock,
        blocks,
        1);
  }
}
