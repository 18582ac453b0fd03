package org.curtail.benchkit.openloop;

import java.util.Random;
import org.curtail.sim.PoissonArrivals;

/**
 * Arrivals of requests and their queries: fixed in advance, so that no policy can influence them,
 * and the same for all policies of a block. Poisson: gaps are exponential and independent.
 * Immutable.
 */
public final class Arrivals {
  /** At one request per second. */
  private final double[] unitMs;

  private final int[] queries;

  private Arrivals(double[] unitMs, int[] queries) {
    this.unitMs = unitMs;
    this.queries = queries;
  }

  /**
   * Arrivals of a given number at a rate yet to be chosen, with queries drawn from a log.
   *
   * @param count requests, at least 1
   * @param logSize queries in the log, at least 1
   */
  public static Arrivals poisson(int count, int logSize, Random random) {
    double[] unitMs = new PoissonArrivals(1).draw(count, random);
    int[] queries = random.ints(count, 0, logSize).toArray();
    return new Arrivals(unitMs, queries);
  }

  public int count() {
    return queries.length;
  }

  /** The query of request i: an index into the log. */
  int query(int request) {
    return queries[request];
  }

  /** The queries in order of arrival. Callers must not change them. */
  public int[] queries() {
    return queries;
  }

  /** Arrival of request i, in nanoseconds from the block's begin, at this rate. */
  public long dueNanos(int request, double requestsPerSecond) {
    return Math.round(unitMs[request] / requestsPerSecond * 1e6);
  }
}
