package org.curtail.app.openloop;

import java.util.Random;

/**
 * When requests arrive and what they ask: fixed in advance, so that no policy can influence it, and
 * the same for all policies of a block. Poisson: gaps are exponential and independent. Immutable.
 */
public final class Arrivals {
  private final double[] unitTimes;
  private final int[] queries;

  private Arrivals(double[] unitTimes, int[] queries) {
    this.unitTimes = unitTimes;
    this.queries = queries;
  }

  /**
   * Arrivals of a given number at a rate yet to be chosen, with queries drawn from a log.
   *
   * @param count requests, at least 1
   * @param logSize queries in the log, at least 1
   */
  public static Arrivals poisson(int count, int logSize, Random random) {
    double[] unitTimes = new double[count];
    int[] queries = new int[count];
    double time = 0;
    for (int i = 0; i < count; i++) {
      time += -Math.log1p(-random.nextDouble());
      unitTimes[i] = time;
      queries[i] = random.nextInt(logSize);
    }
    return new Arrivals(unitTimes, queries);
  }

  public int count() {
    return queries.length;
  }

  /** The query that request i asks: an index into the log. */
  int query(int request) {
    return queries[request];
  }

  /** The queries in order of arrival. Not to be changed. */
  public int[] queries() {
    return queries;
  }

  /** When request i is due, in nanoseconds from the block's begin, at this rate. */
  public long dueNanos(int request, double requestsPerSecond) {
    return Math.round(unitTimes[request] / requestsPerSecond * 1e9);
  }
}
