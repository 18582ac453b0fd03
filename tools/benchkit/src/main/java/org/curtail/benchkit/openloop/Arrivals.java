package org.curtail.benchkit.openloop;

import java.util.Random;
import org.curtail.sim.PoissonArrivals;

/**
 * Arrivals of requests and their queries. Arrivals are fixed before a block and the same for all
 * its policies. Poisson arrivals: gaps are exponential and independent. Immutable.
 */
public final class Arrivals {
  /** Arrivals at one request per second. */
  private final double[] unitMs;

  private final int[] queries;

  private Arrivals(double[] unitMs, int[] queries) {
    this.unitMs = unitMs;
    this.queries = queries;
  }

  /**
   * Returns arrivals at any rate, with queries from a log.
   *
   * @param count number of requests: at least 1
   * @param logSize number of queries of the log: at least 1
   */
  public static Arrivals poisson(int count, int logSize, Random random) {
    double[] unitMs = new PoissonArrivals(1).draw(count, random);
    int[] queries = random.ints(count, 0, logSize).toArray();
    return new Arrivals(unitMs, queries);
  }

  /**
   * Returns arrivals at given moments, for a rate of one request per second.
   *
   * @param ms moments since the begin of the block, not decreasing
   * @param queries query of each request
   */
  public static Arrivals at(double[] ms, int[] queries) {
    if (ms.length != queries.length) {
      throw new IllegalArgumentException(
          "%d moments for %d queries".formatted(ms.length, queries.length));
    }
    return new Arrivals(ms.clone(), queries.clone());
  }

  public int count() {
    return queries.length;
  }

  /** Returns the query of a request, as an index into the log. */
  int query(int request) {
    return queries[request];
  }

  /** Returns the queries in order of arrival. Callers must not change them. */
  public int[] queries() {
    return queries;
  }

  /** Returns the arrival of a request at a rate, in nanoseconds since the begin of the block. */
  public long dueNanos(int request, double requestsPerSecond) {
    return Math.round(unitMs[request] / requestsPerSecond * 1e6);
  }
}
