package org.curtail.cli.bench.opensearch;

import java.util.List;
import java.util.Optional;
import org.curtail.Profile;

/**
 * A comparison on a cluster.
 *
 * @param index name of the searched index
 * @param queries source of the searches, for people
 * @param loads as shares of the measured capacity; ignored if there are rates
 * @param perSecond rates; absent if loads are given
 * @param requestsPerBlock at least 1; ignored with a mix
 * @param blocks of each contender and load, at least 1
 * @param mix rates of short and long searches; empty if all searches are alike
 * @param demand of the searches, on emulated cores; empty on real ones
 * @param seed of arrivals, order and intervals
 */
record ClusterSetting(
    String address,
    String index,
    String queries,
    List<ClusterContender> contenders,
    List<Double> loads,
    Optional<List<Double>> perSecond,
    int requestsPerBlock,
    int blocks,
    Optional<MixRates> mix,
    Optional<Profile> demand,
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

  /** Number of requests that count, of each contender and load; short ones of a mix. */
  long measured() {
    double ofBlock =
        mix.map(rates -> rates.shortPerSecond() * rates.seconds())
            .orElse((double) requestsPerBlock);
    return (long) Math.ceil(ofBlock * blocks);
  }

  /** True if one of the contenders is the plugin. */
  boolean needsPlugin() {
    return contenders.stream().anyMatch(one -> !one.isStock());
  }
}
