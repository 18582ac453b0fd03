package org.curtail.cli.bench.opensearch;

import java.util.List;
import java.util.Optional;
import org.curtail.cli.workload.WorkloadOptions.Named;

/**
 * A comparison on a cluster.
 *
 * @param loads as shares of the measured capacity; ignored if there are rates
 * @param perSecond rates; absent if loads are given
 * @param requestsPerBlock at least 1
 * @param blocks of each contender and load, at least 1
 * @param seed of arrivals, order and intervals
 */
record ClusterSetting(
    String address,
    Named workload,
    List<ClusterContender> contenders,
    List<Double> loads,
    Optional<List<Double>> perSecond,
    int requestsPerBlock,
    int blocks,
    long seed) {
  ClusterSetting {
    if (requestsPerBlock < 1 || blocks < 1) {
      throw new IllegalArgumentException(
          "requests per block %d and blocks %d must be at least 1"
              .formatted(requestsPerBlock, blocks));
    }
    contenders = List.copyOf(contenders);
    loads = List.copyOf(loads);
    perSecond = perSecond.map(List::copyOf);
  }

  /** True if one of the contenders is the plugin. */
  boolean needsPlugin() {
    return contenders.stream().anyMatch(one -> !one.isStock());
  }
}
