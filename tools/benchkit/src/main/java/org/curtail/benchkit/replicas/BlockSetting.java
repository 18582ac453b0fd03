package org.curtail.benchkit.replicas;

import java.util.HashSet;
import java.util.List;

/**
 * Setting of a measurement on servers.
 *
 * @param <C> type of contenders
 */
public interface BlockSetting<C> {
  /** Least number of requests of a block: fewer have no meaningful tail. */
  int LEAST_REQUESTS_PER_BLOCK = 20;

  /** Returns the contenders: at least one, none twice. */
  List<C> contenders();

  /**
   * Returns the loads as shares of the servers' capacity: at least one, none twice, each above 0.
   */
  List<Double> loads();

  /** Returns the number of requests of a block: at least {@link #LEAST_REQUESTS_PER_BLOCK}. */
  int requestsPerBlock();

  /** Returns the number of blocks of each contender and load: at least 1. */
  int blocks();

  /** Returns the seed of arrivals, times, noise, order and resampling. */
  long seed();

  /** Returns the capacity of undisturbed servers, in requests per second. */
  double capacityPerSecond();

  /** Returns the requests per second at a load. */
  default double perSecond(double load) {
    return load * capacityPerSecond();
  }

  /** Returns the duration of all blocks if every contender keeps up, in seconds. */
  default double seconds() {
    return loads().stream()
            .mapToDouble(load -> blocks() * requestsPerBlock() / perSecond(load))
            .sum()
        * contenders().size();
  }

  /** Rejects invalid or repeated names and loads. */
  static void requireEachOnce(List<String> names, List<Double> loads) {
    if (names.isEmpty() || new HashSet<>(names).size() < names.size()) {
      throw new IllegalArgumentException("expected policies, each once: " + names);
    }
    if (loads.isEmpty()
        || new HashSet<>(loads).size() < loads.size()
        || !loads.stream().allMatch(load -> load > 0 && load < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException("expected loads above 0, each once: " + loads);
    }
  }
}
