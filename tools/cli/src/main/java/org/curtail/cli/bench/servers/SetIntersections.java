package org.curtail.cli.bench.servers;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.commons.statistics.distribution.LogNormalDistribution;

/**
 * The queries of the SingleR paper for Redis (Kaler, He, Elnikety, SPAA 2017): intersections of two
 * sets with log-normal sizes. A query takes a time in proportion to the smaller set, so few queries
 * take much longer than the others. The paper has more sets. Fewer sets give the same spread of
 * times in less memory.
 *
 * @param sets number of sets: at least 2
 * @param meanSmaller mean size of the smaller set of a query, above 0
 */
record SetIntersections(int sets, double meanSmaller) {
  /** Sets for queries of a few milliseconds in the mean. */
  static final SetIntersections USUAL = new SetIntersections(60, 8000);

  /** Members are positive and below this prime number: about a million, as in the paper. */
  static final int PRIME = 1_000_003;

  /**
   * Logarithmic deviation of the sizes. With it, the times of all pairs have the paper's ratio of
   * standard deviation and mean: 8.64 ms to 2.37 ms.
   */
  private static final double SIGMA = 2.5;

  private static final int LARGEST = 1_000_000;

  /**
   * A query.
   *
   * @param smaller number of the set with fewer members
   * @param larger number of the other set
   */
  record Query(int smaller, int larger) {}

  /** Returns all queries: each pair of two sets. */
  List<Query> queries() {
    var queries = new ArrayList<Query>();
    for (int smaller = 0; smaller < sets; smaller++) {
      for (int larger = smaller + 1; larger < sets; larger++) {
        queries.add(new Query(smaller, larger));
      }
    }
    return List.copyOf(queries);
  }

  /** Returns the sizes of the sets, ascending. */
  int[] sizes() {
    var shape = LogNormalDistribution.of(0, SIGMA);
    double[] relative =
        IntStream.range(0, sets)
            .mapToDouble(set -> shape.inverseCumulativeProbability((set + 0.5) / sets))
            .toArray();
    double mean =
        queries().stream().mapToDouble(query -> relative[query.smaller()]).average().orElseThrow();
    return IntStream.range(0, sets)
        .map(set -> Math.clamp(Math.round(relative[set] / mean * meanSmaller), 1, LARGEST))
        .toArray();
  }

  /** Returns the first member of a set. The others are its multiples, modulo the prime number. */
  static int firstMember(int set) {
    return 1 + (int) ((set + 1) * 618_034L % (PRIME - 1));
  }
}
