package org.curtail.opensearch.kinds;

/**
 * Decides which queries are long, and limits the number of long ones that run at the same time, so
 * that short ones find a free thread. Learns from ended queries. Safe for all threads.
 *
 * <p>A query is long if it takes {@link #LONG_FACTOR} times as much CPU time as the shortest tenth
 * of the queries lately, and at least {@link #LEAST_LONG_NANOS}. While short queries arrive, long
 * ones may hold
 *
 * <ul>
 *   <li>no more places than keep the cores busy: a further one would take its time from the others;
 *   <li>no place that short queries need. Their rate and the time for which they hold a place give
 *       the needed number (Little's law), plus two standard deviations of a Poisson number.
 * </ul>
 *
 * <p>A long query that has waited for as long as it takes itself is bound by the second rule only.
 */
public final class LongQueries {
  /** Ratio of a long query's CPU time to that of the shortest tenth of the queries. */
  static final double LONG_FACTOR = 20;

  /** No query that takes less CPU time is long. */
  static final double LEAST_LONG_NANOS = 10e6;

  /** Share of the queries that counts as the shortest ones. */
  private static final double SHORTEST = 0.1;

  /** Step of the search for the shortest tenth, as a logarithm. */
  private static final double STEP = 0.2;

  /** Time after which a short query counts half in the rate of short ones. */
  private static final double HALF_LIFE_NANOS = 10e9;

  /** Number of queries over which times are averaged. */
  private static final double MEMORY = 64;

  /** Least share of CPU time in a long query's time: others wait for a disk, and more may run. */
  private static final double LEAST_CPU_SHARE = 0.1;

  /** Least CPU time of a long query. */
  private volatile double longNanos = Double.POSITIVE_INFINITY;

  private double shortLog;
  private double recentShort;
  private long recentAtNanos;
  private double shortHeldNanos;
  private double longCpuShare = 1;

  /** True for a query that is expected to take this much CPU time. */
  public boolean isLong(double cpuNanos) {
    return cpuNanos >= longNanos;
  }

  /**
   * Learns from a query that has ended.
   *
   * @param cpuNanos CPU time of all its threads
   * @param heldNanos time for which it held a place
   * @param nowNanos time now
   */
  public synchronized void ended(long cpuNanos, long heldNanos, long nowNanos) {
    double log = Math.log((double) Math.max(cpuNanos, 1));
    if (longNanos == Double.POSITIVE_INFINITY) {
      shortLog = log;
      recentAtNanos = nowNanos;
    }
    shortLog += STEP * (log < shortLog ? SHORTEST - 1 : SHORTEST);
    longNanos = Math.max(LONG_FACTOR * Math.exp(shortLog), LEAST_LONG_NANOS);
    if (isLong((double) cpuNanos)) {
      double share = Math.clamp(cpuNanos / (double) Math.max(heldNanos, 1), LEAST_CPU_SHARE, 1);
      longCpuShare += (share - longCpuShare) / MEMORY;
    } else {
      recentShort = recentShort(nowNanos) + 1;
      recentAtNanos = nowNanos;
      shortHeldNanos += (heldNanos - shortHeldNanos) / Math.min(MEMORY, Math.max(recentShort, 1));
    }
  }

  private double recentShort(long nowNanos) {
    return recentShort * Math.pow(2, -Math.max(nowNanos - recentAtNanos, 0) / HALF_LIFE_NANOS);
  }

  /**
   * Returns the number of places that long queries may hold.
   *
   * @param places all places, at least 1
   * @param cores cores of the node
   * @param hasWaited true for a query that has waited for as long as it takes itself
   * @param nowNanos time now
   * @return 1 to {@code places}
   */
  public synchronized int places(int places, int cores, boolean hasWaited, long nowNanos) {
    double recent = recentShort(nowNanos);
    if (recent < 1) {
      return places;
    }
    double atOnce = recent * Math.log(2) / HALF_LIFE_NANOS * shortHeldNanos;
    int forShort = (int) Math.ceil(Math.max(atOnce + 2 * Math.sqrt(atOnce), 1));
    int left = Math.max(places - forShort, 1);
    return hasWaited ? left : Math.min(left, (int) Math.ceil(cores / longCpuShare));
  }
}
