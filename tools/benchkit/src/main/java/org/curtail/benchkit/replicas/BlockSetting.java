package org.curtail.benchkit.replicas;

import java.util.HashSet;
import java.util.List;

/**
 * What is measured on servers, and how long.
 *
 * @param <C> the contenders
 */
public interface BlockSetting<C> {
  /** Fewer requests have no tail to speak of. */
  int LEAST_REQUESTS_PER_BLOCK = 20;

  /** Who is compared: at least one, none twice. */
  List<C> contenders();

  /** Offered work as shares of what the servers carry: at least one, none twice, each above 0. */
  List<Double> loads();

  /** At least {@link #LEAST_REQUESTS_PER_BLOCK}. */
  int requestsPerBlock();

  /** Of each contender and load, at least 1. */
  int blocks();

  /** Of arrivals, times, noise, order and resampling. */
  long seed();

  /** Requests per second that the servers carry, if nothing disturbs them. */
  double capacityPerSecond();

  /** Requests per second that are this share of what the servers carry. */
  default double perSecond(double load) {
    return load * capacityPerSecond();
  }

  /** How long all blocks take if every contender keeps up. */
  default double seconds() {
    return loads().stream()
            .mapToDouble(load -> blocks() * requestsPerBlock() / perSecond(load))
            .sum()
        * contenders().size();
  }

  /** Rejects names and loads that are none, or stand twice. */
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
