package org.curtail.papers.grid;

import java.util.List;
import java.util.stream.LongStream;

/**
 * The setting of a comparison.
 *
 * @param demands demands, at least one, each name once
 * @param cores numbers of cores, each at least 1
 * @param loads used share of the cores with one thread for each request; above 0
 * @param policies names of policies; {@link #REFERENCE} is one of them
 * @param requests number of counted requests in each run; another tenth comes before them
 * @param repeats number of runs of each policy at each point, each with its own seed; at least 1
 * @param seed seed of the first run
 */
public record GridSetting(
    List<GridDemand> demands,
    List<Integer> cores,
    List<Double> loads,
    List<String> policies,
    int requests,
    int repeats,
    long seed) {
  /** The policy that others are compared with. */
  public static final String REFERENCE = "processor-sharing";

  /** The default numbers of cores. */
  public static final List<Integer> CORES = List.of(1, 2, 4, 8, 15, 64);

  /** The default loads. */
  public static final List<Double> LOADS = List.of(0.1, 0.3, 0.5, 0.7, 0.85, 0.95);

  public GridSetting {
    demands = List.copyOf(demands);
    cores = List.copyOf(cores);
    loads = List.copyOf(loads);
    policies = List.copyOf(policies);
    if (!policies.contains(REFERENCE)) {
      throw new IllegalArgumentException("expected %s among %s".formatted(REFERENCE, policies));
    }
  }

  /** Returns the seed of each run at a point. */
  List<Long> seeds() {
    return LongStream.range(seed, seed + repeats).boxed().toList();
  }

  /** Returns the number of requests in a run, with uncounted ones. */
  int arrivals() {
    return requests + warmUp();
  }

  /**
   * Returns the number of uncounted requests at the beginning of a run, which meet an empty
   * service.
   */
  int warmUp() {
    return requests / 10;
  }
}
